import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import { parse } from 'yaml'
import { serverEnvironment, serverFlags } from '../server_process.mjs'
import { ROOT } from '../settings.mjs'

/** Files in docs/operate/ repeat values from the code. These tests keep them in sync. */
const read = (path) => readFileSync(join(ROOT, path), 'utf8')
const number = (path, pattern) => {
  const found = pattern.exec(read(path))
  assert.ok(found, `${path} has no ${pattern}`)
  return Number(product(found[1]))
}
/** Evaluates `64 * 1_048_576` from the code. */
const product = (text) => text.split('*').reduce((all, factor) => all * Number(factor.replaceAll('_', '')), 1)

const [nginx, caddy, docker, compose, unit] = [
  'nginx.conf',
  'Caddyfile',
  'Dockerfile',
  'compose.yaml',
  'facet@.service',
].map((name) => read(`docs/operate/${name}`))
const machines = read('docs/operate/compose.machines.yaml')
const env = read('config/env.ts')

/** Returns a location block of nginx.conf. */
const location = (name) => {
  const at = nginx.indexOf(`location ${name} {`)
  assert.notEqual(at, -1, `nginx.conf has no location ${name}`)
  return nginx.slice(at, nginx.indexOf('}', at))
}
/** Returns the block that nginx chooses for a path that has its own location. */
const locationOf = (path) => {
  const patterns = [...nginx.matchAll(/location ~ (\S+) \{/g)].map(([, pattern]) => pattern)
  const pattern = patterns.find((each) => new RegExp(each).test(path))
  return location(pattern ? `~ ${pattern}` : `= ${path}`)
}
const sizeOf = (text, pattern, unit) => Number(pattern.exec(text)?.[1]) * unit

test('proxies accept slightly larger bodies than the server, so that the server refuses', () => {
  const limits = {
    '/api/uploads/images': number('modules/imagegen/api.ts', /uploadBytesMax = ([\d_ *]+)/),
    '/api/transcriptions': number('plugins/contract/voice.ts', /recordingBytesMax = ([\d_ *]+)/),
    '/api/chats/import': number('modules/cards/api.ts', /chatFileBytesMax = ([\d_ *]+)/),
    '/api/lorebooks/import': number('modules/cards/api.ts', /chatFileBytesMax = ([\d_ *]+)/),
    '/api/cards': number('modules/cards/api.ts', /requestBytesMax: ([\d_ *]+)/),
    '/api/admin/card-imports': number('modules/cards/api.ts', /requestBytesMax: ([\d_ *]+)/),
    '/api/admin/import-characters': number('modules/gallery/src/domain/limits.ts', /importBytesMax: ([\d_ *]+)/),
  }
  const json = number('config/bodyparser.ts', /json: \{[^}]*limit: '(\d+)mb'/s) * 1_048_576
  assert.ok(sizeOf(nginx, /^ {4}client_max_body_size (\d+)m;/m, 1_048_576) > json)
  assert.ok(sizeOf(caddy, /@other \{\s+max_size (\d+)MB/, 1_000_000) > json)
  for (const [path, bytesMax] of Object.entries(limits)) {
    assert.ok(sizeOf(locationOf(path), /client_max_body_size (\d+)m;/, 1_048_576) > bytesMax, `nginx.conf, ${path}`)
    const name = [...caddy.matchAll(/@(\w+) path (.*)/g)].find(([, , paths]) => paths.split(' ').includes(path))?.[1]
    assert.ok(
      sizeOf(caddy, new RegExp(`@${name} \\{\\s+max_size (\\d+)MB`), 1_000_000) > bytesMax,
      `Caddyfile, ${path}`
    )
  }
})

test('proxies pass on exactly the streams unbuffered', () => {
  const streams = new RegExp(/location ~ (\S+) \{/.exec(nginx)[1])
  const calls = new Map(
    [...read('modules/chat/calls.ts').matchAll(/export const (\w+): Call<[^=]*=\s*'(?:GET|POST) ([^']+)'/g)].map(
      ([, name, path]) => [name, path]
    )
  )
  const routes = [...read('modules/chat/routes.ts').matchAll(/serve\(calls\.(\w+), \[\w+, '(\w+)'\]/g)].filter(
    ([, name]) => calls.has(name)
  )
  assert.ok(routes.length > 20)
  for (const [, name, action] of routes) {
    const path = calls.get(name)
    const isStream = ['send', 'follow', 'reroll', 'continue', 'impersonate', 'suggest', 'talk'].includes(action)
    assert.equal(streams.test(path.replace(':id', '0190-id')), isStream, `${path} (${action})`)
  }
  assert.match(location(`~ ${streams.source.replaceAll('\\/', '/')}`), /proxy_buffering off;/)
  assert.match(caddy, /flush_interval -1/)
})

test('proxies wait longer than the server is silent, close idle connections first, and hide metrics', () => {
  const [quietChecks, checkMs, imagesMs, keepAliveMs] = [
    number('modules/realtime/src/http/event_stream.ts', /quietChecksMax = ([\d_]+)/),
    number('modules/realtime/src/http/event_stream.ts', /checkMs = ([\d_]+)/),
    number('config/env.ts', /IMAGES_TIMEOUT_MS: wholeNumber\([\d_]+, [\d_]+, ([\d_]+)\)/),
    number('config/app.ts', /keepAliveTimeout: ([\d_]+)/),
  ]
  for (const [text, waits, idles] of [
    [nginx, /proxy_read_timeout (\d+)s;/, /keepalive_timeout (\d+)s;/],
    [caddy, /response_header_timeout (\d+)s/, /keepalive (\d+)s/],
  ]) {
    assert.ok(sizeOf(text, waits, 1000) > Math.max(quietChecks * checkMs, imagesMs))
    assert.ok(sizeOf(text, idles, 1000) < keepAliveMs)
  }
  assert.match(location('= /metrics'), /return 404;/)
  assert.match(caddy, /respond \/metrics 404/)
  assert.match(nginx, /X-Forwarded-For \$remote_addr;/)
})

test('the image runs the server like npm start, without root, with all files it reads', () => {
  const command = JSON.parse(/^CMD (\[.*\])$/m.exec(docker)[1])
  assert.deepEqual(command, ['node', ...serverFlags, 'build/apps/server/bin/server.js'])
  for (const [name, value] of Object.entries(serverEnvironment)) assert.ok(docker.includes(`${name}=${value}`), name)
  assert.match(docker, /^USER node$/m)
  assert.match(docker, /^FROM node:24-/m)
  for (const folder of ['build', 'apps/web/dist', 'node_modules'])
    assert.ok(docker.includes(`COPY --from=build /facet/${folder} ${folder}`), folder)
  const ignored = read('docs/operate/Dockerfile.dockerignore').split('\n')
  for (const path of ['.env', '.data', '.git', 'node_modules']) assert.ok(ignored.includes(path), path)
})

test('stop timeouts leave time for replies, and all files use the same port', () => {
  const drainMs = Number(/^DRAIN_MS=(\d+)$/m.exec(read('docs/operate/facet.env.example'))[1])
  assert.ok(sizeOf(unit, /TimeoutStopSec=(\d+)/, 1000) > drainMs + 5_000)
  for (const text of [compose, machines]) {
    assert.ok(sizeOf(text, /stop_grace_period: (\d+)s\n {2}restart/, 1000) > drainMs)
    assert.match(text, new RegExp(`DRAIN_MS: '${drainMs}'`))
  }
  const port = /PORT: wholeNumber\(1, 65_535, (\d+)\)/.exec(env)[1]
  for (const text of [nginx, caddy, docker, compose, machines, unit]) assert.ok(text.includes(port))
})

test('the compose files name only settings, services, volumes and files that exist', () => {
  const example = read('docs/operate/facet.env.example')
  for (const text of [compose, machines]) {
    const { services, volumes, networks, configs = {} } = parse(text, { merge: true })
    const servers = Object.entries(services).filter(([name]) => name.startsWith('facet-'))
    assert.ok(servers.length > 1)
    for (const [name, { environment, hostname }] of servers) {
      assert.equal(hostname, name)
      for (const setting of Object.keys(environment)) assert.ok(env.includes(`  ${setting}: `), setting)
      for (const value of Object.values(environment).map((each) => String(each).replace(/\$\{.*?\}/, 'password')))
        if (URL.canParse(value)) assert.ok(services[new URL(value).hostname], value)
    }
    for (const [, name] of text.matchAll(/\$\{(\w+):\?/g)) assert.match(example, new RegExp(`^(# )?${name}=`, 'm'))
    const proxied = services.caddy.environment.FACET_SERVERS.split(' ')
    assert.deepEqual(
      proxied,
      servers.map(([name, { environment }]) => `${name}:${environment.PORT}`)
    )
    for (const { depends_on: needed = {}, networks: own, volumes: mounts = [], configs: files = [] } of Object.values(
      services
    )) {
      for (const name of Object.keys(needed)) assert.ok(services[name], name)
      for (const name of own) assert.ok(name in networks, name)
      for (const { source } of files) assert.ok(source in configs, source)
      for (const [source, target] of mounts.map((mount) => mount.split(':'))) {
        if (target === undefined) continue
        if (source.startsWith('./')) assert.ok(read(`docs/operate/${source.slice(2)}`))
        else assert.ok(source in volumes, source)
      }
    }
  }
})

test('the compose file for machines has the pooler that the guide recommends', () => {
  const settingsOf = (text) =>
    Object.fromEntries([...text.matchAll(/^(\w+) = (.*)$/gm)].map(([, name, value]) => [name, value]))
  const { services, configs } = parse(machines, { merge: true })
  const { listen_addr: _address, auth_file: _file, ...own } = settingsOf(configs.pooler.content)
  const recommended = settingsOf(/```ini\n(.*?)```/s.exec(read('docs/operate.md'))[1])
  const { listen_addr: _local, auth_file: _users, ...rest } = recommended
  assert.deepEqual(own, rest)
  const { environment } = services['facet-1']
  for (const [name, host] of [
    ['DATABASE_URL', 'pooler'],
    ['DATABASE_STATEMENTS_URL', 'pooler'],
    ['DATABASE_DIRECT_URL', 'database'],
    ['DATABASE_OWNER_URL', 'database'],
  ]) {
    // A variable may be a part of the address.
    const { hostname, port, pathname } = new URL(environment[name].replace(/\$\{.*?\}/, 'password'))
    assert.equal(hostname, host, name)
    if (host === 'pooler') {
      assert.equal(port, own.listen_port)
      assert.ok(own[pathname.slice(1)], name)
    }
  }
})

test('alerts use existing metrics', () => {
  const sources = ['database_metrics.ts', 'metrics.ts', 'process_metrics.ts'].map((name) =>
    read(`apps/server/src/metrics/${name}`)
  )
  const defined = new Set(sources.join().match(/facet_[a-z_]+/g))
  const used = new Set(read('docs/operate/alerts.yml').match(/facet_[a-z_]+/g))
  // The operator defines this metric.
  used.delete('facet_backup_last_success_timestamp_seconds')
  assert.ok(used.size > 9)
  for (const name of used) assert.ok(defined.has(name.replace(/_bucket$/, '')), name)
})

test('the example settings contain only existing variables and no secret', () => {
  const lines = read('docs/operate/facet.env.example').split('\n')
  const settings = lines.flatMap((line) => /^(?:# )?([A-Z][A-Z_]+)=(\S*)/.exec(line)?.slice(1, 3) ?? [])
  assert.ok(settings.length > 16)
  for (let n = 0; n < settings.length; n += 2) {
    const [name, value] = settings.slice(n, n + 2)
    const isOfCompose = (compose + machines).includes(`\${${name}`)
    assert.ok(isOfCompose || env.includes(`  ${name}: `), name)
    if (/(KEY|SECRET|TOKEN|PASSWORD)$/.test(name)) assert.equal(value, '', name)
  }
})
