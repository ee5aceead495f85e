import { once } from 'node:events'
import http from 'node:http'

/** Failure modes. */
const failings = ['401', '429', '500', 'silence', 'cut', 'garbage', 'empty']

/**
 * An OpenAI-compatible model that fails on request. A reply contains its number and counts: `[k3] 1 2 3 …`, so that missing and
 * duplicated chunks are visible. `whole` maps completed replies to their length.
 */
export async function startModel(dice, host = '127.0.0.1') {
  const model = { url: '', failing: 0, isGone: false, whole: new Map(), close }
  const paceMs = () => dice.between(5, 40)
  let replies = 0

  const server = http.createServer((request, response) => {
    response.on('error', () => {})
    request.resume()
    request.on('end', () => {
      if (model.isGone) return request.socket.destroy()
      const how = dice.isOne(model.failing) ? dice.oneOf(failings) : 'well'
      answer(how, response)
    })
  })

  function answer(how, response) {
    if (how === 'silence') return
    if (how === '401' || how === '429' || how === '500') {
      response.writeHead(Number(how), { 'content-type': 'application/json' })
      return response.end('{"error":{"message":"The model of the soak fails at random."}}')
    }
    response.writeHead(200, { 'content-type': 'text/event-stream' })
    if (how === 'garbage') return response.end('data: {"choices": [{"delta"\n\n<html>no such thing</html>\n\n')
    const name = (++replies).toString(36)
    const length = how === 'empty' ? 0 : dice.whole(3, 45)
    const cutAt = how === 'cut' ? dice.whole(0, length) : Infinity
    const delayMs = paceMs()
    let sent = -1
    const step = () => {
      if (response.destroyed) return
      if (model.isGone || sent >= cutAt) return response.destroy()
      if (sent === length || how === 'empty') {
        if (how !== 'empty') model.whole.set(name, length)
        response.write(event({}, dice.isOne(0.25) ? 'length' : 'stop'))
        return response.end('data: [DONE]\n\n')
      }
      sent++
      response.write(event({ content: sent === 0 ? `[${name}]` : ` ${sent}` }, null))
      setTimeout(step, delayMs)
    }
    setTimeout(step, dice.between(5, 120))
  }

  function close() {
    server.closeAllConnections()
    server.close()
  }

  server.listen(0, host)
  await once(server, 'listening')
  model.url = `http://${host}:${server.address().port}/v1`
  return model
}

const event = (delta, reason) =>
  `data: ${JSON.stringify({ choices: [{ index: 0, delta, finish_reason: reason }] })}\n\n`

/** Describes the first error in a text of such replies, or returns null. With `isWhole`, the last reply must be complete. */
export function wrongIn(text, { whole }, isWhole) {
  let rest = text
  let name
  let count = 0
  while (rest !== '') {
    const segment = /^\s*\[([0-9a-z]+)\]((?: \d+)*)/.exec(rest)
    if (!segment) return `neither beginning nor end of a reply: ${rest.slice(0, 60)}`
    name = segment[1]
    const numbers = segment[2].trim().split(' ').filter(Boolean).map(Number)
    if (numbers.some((number, index) => number !== index + 1))
      return `a gap or a duplicate: ${segment[0].slice(0, 200)}`
    count = numbers.length
    rest = rest.slice(segment[0].length)
  }
  if (isWhole && count !== whole.get(name))
    return `marked complete, but reply ${name} has ${count} of ${whole.get(name) ?? 'an unknown number of'} words`
  return null
}
