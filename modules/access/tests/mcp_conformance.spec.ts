import { execFile } from 'node:child_process'
import { createServer, request } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { test } from '@japa/runner'
import { sharedStage } from '#tests/support/stage'

const run = promisify(execFile)
const root = join(import.meta.dirname, '../../..')
const runner = join(root, 'node_modules/@modelcontextprotocol/conformance/dist/index.js')

test.group('The server scenarios of MCP', () => {
  test('that apply pass', async ({ assert, cleanup }) => {
    const stage = await sharedStage()
    const visitor = await stage.visitor()
    const { value } = (await visitor.post('/api/tokens', { name: 'Script', scopes: ['models', 'read'], days: 30 })).body
    // The runner sends no token. This proxy adds one, and replaces its own origin by that of the server.
    const proxy = createServer((incoming, outgoing) => {
      const own = `http://${incoming.socket.localAddress}:${incoming.socket.localPort}`
      const { origin } = incoming.headers
      const headers = { ...incoming.headers, authorization: `Bearer ${value}` }
      if (origin === own) headers.origin = stage.server.url
      const passed = request(`${stage.server.url}${incoming.url}`, { method: incoming.method!, headers }, (answer) => {
        outgoing.writeHead(answer.statusCode!, answer.headers)
        answer.pipe(outgoing)
      })
      incoming.pipe(passed)
    })
    await new Promise<void>((resolve) => proxy.listen(0, '127.0.0.1', resolve))
    cleanup(() => {
      proxy.closeAllConnections()
      proxy.close()
    })
    const url = `http://127.0.0.1:${(proxy.address() as AddressInfo).port}/mcp`
    for (const scenario of ['server-initialize', 'ping', 'tools-list', 'dns-rebinding-protection']) {
      const { stdout } = await run(process.execPath, [runner, 'server', '--url', url, '--scenario', scenario])
      assert.match(stdout, /Passed: ([1-9]\d*)\/\1, 0 failed/, scenario)
    }
  })
})
