-- wrk asks the targets of a file in turn, and says what it met as one line of JSON.
local targets, place = {}, 0

function init(arguments)
  for line in io.lines(arguments[1]) do targets[#targets + 1] = line end
end

function request()
  place = place % #targets + 1
  return wrk.format("GET", targets[place])
end

function done(summary, latency)
  local met = summary.errors
  local errors = met.connect + met.read + met.write + met.status + met.timeout
  local form = '{"requests": %d, "errors": %d, "seconds": %.3f, "p50": %.3f, "p99": %.3f}\n'
  local p50, p99 = latency:percentile(50) / 1000, latency:percentile(99) / 1000
  io.write(form:format(summary.requests, errors, summary.duration / 1e6, p50, p99))
end
