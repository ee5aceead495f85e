import { mkdtempSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { escaped, isLiteral, written, type Json } from './bad_values.ts'
import { writtenParts } from './parts.ts'
import type { Plan, PlannedBody, Corruption, Defect, PathTrick, Framing } from './plans.ts'
import type { WireOptions } from './wire.ts'

/** A plan that is ready to be sent. */
export interface Request {
  method: string
  /** The request target of the first line. */
  target: string
  headers: [string, string][]
  body: Buffer | null
  bytes: Buffer
  options: WireOptions
}

/** Replaces the placeholders `⟦…⟧`. */
export type Fill = (text: string) => string

/** Returns the names of the objects that a plan refers to. */
export const namesIn = (plan: Plan): string[] => [
  ...new Set(
    [...JSON.stringify(plan).matchAll(/⟦([^⟧]+)⟧/g), ...plan.line.path.matchAll(/\{(\w+)\}/g)].map(([whole, name]) =>
      whole.startsWith('{') ? `${plan.whose}:${name}` : name!
    )
  ),
]

/** The maximum length of a value in an address. The server rejects very long addresses without parsing them. */
const addressMax = 2_500

interface Caller {
  cookie: string
  /** Sent where cookies don't count. Empty for a visitor. */
  token: string
  host: string
}

export const requestOf = (plan: Plan, fill: Fill, { cookie, token, host }: Caller): Request => {
  const of = <On extends Defect['on']>(on: On) =>
    plan.defects.filter((defect): defect is Extract<Defect, { on: On }> => defect.on === on)
  const method = of('method').at(-1)?.value ?? plan.line.method
  const target = targetOf(plan, of, fill)
  const content = contentOf(plan.body, of, fill)
  const type = of('type').length > 0 ? of('type').at(-1)!.value : content?.type
  const headers: [string, string][] = [['Host', host]]
  if (cookie) headers.push(['Cookie', cookie])
  if (token && plan.line.path.startsWith('/v1/')) headers.push(['Authorization', `Bearer ${token}`])
  if (content && type !== null && type !== undefined) headers.push(['Content-Type', type])
  for (const [name, value] of of('headers').flatMap(({ list }) => list)) {
    const known = headers.find(([one]) => one.toLowerCase() === name)
    if (known) known[1] = value
    else headers.push([name, value])
  }
  const framed = frame(content?.bytes ?? null, of('framing').at(-1))
  headers.push(...framed.headers)
  const head = [`${method} ${target} HTTP/1.1`, ...headers.map(([name, value]) => `${name}: ${value}`), '', ''].join(
    '\r\n'
  )
  return {
    method,
    target,
    headers,
    body: content?.bytes ?? null,
    bytes: Buffer.concat([Buffer.from(head, 'latin1'), framed.bytes]),
    options: { isHead: method === 'HEAD', ...framed.options },
  }
}

type Of = <On extends Defect['on']>(on: On) => Extract<Defect, { on: On }>[]

const targetOf = (plan: Plan, of: Of, fill: Fill): string => {
  const [pattern = '', fixed] = plan.line.path.split('?')
  const pieces = pattern.split(/(\{\w+\})/).map((piece) => {
    const name = /^\{(\w+)\}$/.exec(piece)?.[1]
    return name ? fill(`⟦${plan.whose}:${name}⟧`) : piece
  })
  const places = pieces.length === 1 ? [0] : pieces.map((_, at) => at).filter((at) => at % 2 === 1)
  for (const { which, value, how } of of('place')) {
    const at = places[which % places.length]!
    const text = escaped(fill(value).slice(0, addressMax), how).slice(0, addressMax * 2)
    pieces[at] = at % 2 === 1 ? text : `${pieces[at]!.replace(/[^/]*$/, '')}${text}`
  }
  let path = pieces.join('')
  for (const { how } of of('path')) path = withPathTrick(path, how)
  const query = [
    ...new URLSearchParams(fixed ? fill(fixed.replaceAll(/\{(\w+)\}/g, `⟦${plan.whose}:$1⟧`)) : ''),
    ...Object.entries(plan.query),
  ].map(([name, value]) => ({ name, text: `${name}=${escaped(fill(value), 'all')}` }))
  for (const { how, at, of: list, key } of of('cursor')) {
    const known = fill(`⟦cursor:${list}⟧`)
    const cursor =
      how === 'remade'
        ? remade(known, key, at)
        : how === 'cut'
          ? known.slice(0, at)
          : how === 'flip'
            ? flipped(known, at)
            : known
    const rest = query.findIndex(({ name }) => name === 'cursor')
    if (rest !== -1) query.splice(rest, 1)
    query.push({ name: 'cursor', text: `cursor=${escaped(fill(cursor).slice(0, addressMax), 'all')}` })
  }
  for (const { how, which, name: other, value: text } of of('query')) {
    const known = query.length > 0 ? query[which % (query.length + 1)] : undefined
    const name = known?.name ?? (Object.keys(plan.query)[0] || other)
    const value = escaped(fill(text).slice(0, addressMax), how === 'raw' ? 'little' : 'all').slice(0, addressMax * 2)
    if (known && how !== 'twice') query.splice(query.indexOf(known), 1)
    query.push({ name, text: inQuery(how, name, value) })
  }
  return query.length > 0 ? `${path}?${query.map((part) => part.text).join('&')}` : path
}

const inQuery = (how: Extract<Defect, { on: 'query' }>['how'], name: string, value: string): string => {
  const key = escaped(name, 'all')
  switch (how) {
    case 'set':
    case 'raw':
      return `${key}=${value}`
    case 'twice':
      return `${key}=${value}&${key}=${value}`
    case 'list':
      return `${key}[]=${value}&${key}[2]=x`
    case 'keyed':
      return `${key}[${value.slice(0, 100)}][b]=${value}`
    case 'proto':
      return `__proto__[${key}]=${value}&constructor[prototype][${key}]=${value}`
    case 'many':
      return Array.from({ length: 600 }, () => `${key}=${value.slice(0, 6)}`).join('&')
  }
}

/** Replaces a valid cursor's key, or a part of it. */
const remade = (cursor: string, key: Json[], at: number): string => {
  let parts: Json[] = key
  try {
    const known: unknown = JSON.parse(Buffer.from(cursor, 'base64url').toString())
    if (Array.isArray(known) && known.length > 0 && key.length > 0)
      parts = known.map((part: Json, n) => (n === at % known.length ? key[0]! : part))
  } catch {
    // The cursor has another format, so its whole key is replaced.
  }
  return Buffer.from(written(parts)).toString('base64url')
}

const flipped = (text: string, at: number): string => {
  if (text === '') return text
  const place = at % text.length
  return `${text.slice(0, place)}${text[place] === 'A' ? 'B' : 'A'}${text.slice(place + 1)}`
}

const withPathTrick = (path: string, how: PathTrick): string => {
  switch (how) {
    case 'slash after':
      return `${path}/`
    case 'slashes before':
      return `//${path}`
    case 'dot segment':
      return `/x/.././${path.slice(1)}`
    case 'escaped dots':
      return `/pictures/builtin/%2e%2e/%2e%2e${path}`
    case 'double-escaped dots':
      return `/pictures/uploads/%252e%252e%252f${path}`
    case 'NUL':
      return `${path}%00`
    case 'semicolon':
      return `${path};a=b/..;/x`
    case 'upper case':
      return path.toUpperCase()
    case 'backslash':
      return `/${path.slice(1).replaceAll('/', '\\')}`
    case 'whole address':
      return `http://evil.example${path}`
    case 'another host':
      return `https://user:pass@evil.example:99999${path}`
    case 'fragment':
      return `${path}#/../x`
    case 'lone percent':
      return `${path}%`
    case 'bad percent':
      return `${path}%zz%u0041`
    case 'bad UTF-8':
      return `${path}%ff%c0%af%ed%a0%80`
    case 'raw UTF-8':
      return path + Buffer.from('é🦊').toString('latin1')
    case 'very long':
      return `${path}/${'a/'.repeat(3_000)}`
    case 'all escaped':
      return path.replaceAll(/[^/]/g, (sign) => `%${sign.charCodeAt(0).toString(16)}`)
    case 'question marks':
      return `${path}??a=b?c`
    case 'a file':
      return `${path}.json`
    case 'plus':
      return path.replaceAll('-', '+')
  }
}

interface Content {
  bytes: Buffer
  type: string
}

const contentOf = (planned: PlannedBody, of: Of, fill: Fill): Content | null => {
  let body = planned
  if (body.kind === 'parts') {
    const made = writtenParts(body.form, fill)
    return of('bytes').reduce(
      (content, { how, at }) => ({ ...content, bytes: corrupted(content.bytes, how, at) }),
      made
    )
  }
  for (const { value } of of('body')) body = { kind: 'json', value }
  for (const defect of of('field')) body = withField(body, defect)
  if (body.kind === 'none') return null
  const isJson = body.kind === 'json'
  const text = body.kind === 'json' ? fill(written(body.value)) : fieldsOf(body as { fields: [string, string][] }, fill)
  const bytes = of('bytes').reduce<Buffer>((sum, { how, at }) => corrupted(sum, how, at), Buffer.from(text))
  return { bytes, type: isJson ? 'application/json' : 'application/x-www-form-urlencoded' }
}

const fieldsOf = ({ fields }: { fields: [string, string][] }, fill: Fill) =>
  fields.map(([name, value]) => `${escaped(name, 'all')}=${escaped(fill(value), 'all')}`).join('&')

const isContainer = (value: Json): value is Json[] | { [key: string]: Json } =>
  typeof value === 'object' && value !== null && !isLiteral(value)

/** Returns the objects and lists in a value, outermost first, down to `levels`. */
const containersIn = (value: Json, levels = 4): (Json[] | { [key: string]: Json })[] =>
  isContainer(value) && levels > 0
    ? [value, ...Object.values(value).flatMap((inner) => containersIn(inner, levels - 1))]
    : []

const withField = (body: PlannedBody, { how, which, name, value }: Extract<Defect, { on: 'field' }>): PlannedBody => {
  if (body.kind === 'form') {
    const text = typeof value === 'string' ? value : written(value)
    const fields = body.fields.map(([key, old], at): [string, string] => [
      key,
      at === which % body.fields.length ? text : old,
    ])
    return { kind: 'form', fields: how === 'add' || how === 'twice' ? [...body.fields, [name, text]] : fields }
  }
  if (body.kind !== 'json') return { kind: 'json', value: { [name]: value } }
  const opens = containersIn(body.value)
  if (opens.length === 0) return { kind: 'json', value }
  // Usually the last container.
  const chosen = opens[which % 3 === 0 ? which % opens.length : opens.length - 1]!
  const keys = Object.keys(chosen)
  const key = keys[which % Math.max(1, keys.length)]
  const changed = (open: typeof chosen): Json => {
    const entries = Object.entries(open)
    if (how === 'add' || key === undefined) return shaped(open, [...entries, [name, value]])
    if (how === 'remove')
      return shaped(
        open,
        entries.filter(([one]) => one !== key)
      )
    if (how === 'set')
      return shaped(
        open,
        entries.map(([one, old]) => [one, one === key ? value : old])
      )
    if (Array.isArray(open)) return [...open, ...open]
    return { literal: `${written(open).slice(0, -1)},${JSON.stringify(key)}:${written(value)}}` }
  }
  const replaced = (at: Json): Json => {
    if (at === chosen) return changed(chosen)
    if (!isContainer(at)) return at
    return shaped(
      at,
      Object.entries(at).map(([one, inner]) => [one, replaced(inner)])
    )
  }
  return { kind: 'json', value: replaced(body.value) }
}

const shaped = (like: Json, entries: [string, Json][]): Json =>
  Array.isArray(like) ? entries.map(([, value]) => value) : Object.fromEntries(entries)

const corrupted = (bytes: Buffer, how: Corruption, share: number): Buffer => {
  const at = Math.floor(share * bytes.length)
  const between = (more: string | Buffer) =>
    Buffer.concat([bytes.subarray(0, at), Buffer.from(more), bytes.subarray(at)])
  const text = () => bytes.toString()
  switch (how) {
    case 'cut':
      return bytes.subarray(0, at)
    case 'flip': {
      const copy = Buffer.from(bytes)
      if (at < copy.length) copy[at] = copy[at]! ^ (1 << (at % 8))
      return copy
    }
    case 'comma':
      return Buffer.from(text().replace(/([\]}])$/, ',$1'))
    case 'BOM':
      return Buffer.concat([Buffer.from([0xef, 0xbb, 0xbf]), bytes])
    case 'UTF-16':
      return Buffer.from(text(), 'utf16le')
    case 'bad UTF-8':
      return between(Buffer.from([0xff, 0xc0, 0x80, 0xed, 0xa0, 0x80]))
    case 'NaN':
      return Buffer.from(text().replace(/:("[^"]*"|-?\d+|true|false)/, ':NaN'))
    case 'NUL':
      return between('\0')
    case 'two values':
      return Buffer.concat([bytes, bytes])
    case 'blanks':
      return Buffer.concat([Buffer.alloc(100_000, ' '), bytes, Buffer.alloc(100_000, '\n')])
    case 'comment':
      return between('/* x */')
    case 'single quotes':
      return Buffer.from(text().replaceAll('"', "'"))
    case 'nothing':
      return Buffer.alloc(0)
  }
}

interface Framed {
  headers: [string, string][]
  bytes: Buffer
  options: WireOptions
}

/** The maximum number of chunks. Node needs half a second for 200,000. */
const chunksMax = 2_000

const frame = (body: Buffer | null, defect?: { how: Framing; at: number }): Framed => {
  if (body === null) return { headers: [], bytes: Buffer.alloc(0), options: {} }
  const length = (bytes: number): [string, string] => ['Content-Length', String(bytes)]
  const chunked: [string, string] = ['Transfer-Encoding', 'chunked']
  const part = Math.floor((defect?.at ?? 0) * body.length)
  switch (defect?.how) {
    case undefined:
      return { headers: [length(body.length)], bytes: body, options: {} }
    case 'chunks':
      return { headers: [chunked], bytes: chunks(body, Math.max(1, part, body.length / chunksMax)), options: {} }
    case 'chunks of a byte':
      return { headers: [chunked], bytes: chunks(body.subarray(0, 300), 1), options: {} }
    case 'trailers': {
      const last = Buffer.from('0\r\nX-Fuzz: 1\r\nContent-Length: 3\r\n\r\n')
      return {
        headers: [chunked],
        bytes: Buffer.concat([chunks(body, 9_000).subarray(0, -5), last]),
        options: { isAlone: true },
      }
    }
    case 'cut':
      return {
        headers: [length(body.length + 1)],
        bytes: body.subarray(0, part),
        options: { isAlone: true, endsAfter: true },
      }
    case 'chunks and cut': {
      const whole = chunks(body, 40)
      return {
        headers: [chunked],
        bytes: whole.subarray(0, Math.floor(defect!.at * (whole.length - 1))),
        options: { isAlone: true, endsAfter: true },
      }
    }
    case 'too short':
      return { headers: [length(part)], bytes: body, options: { isAlone: true } }
  }
}

const chunks = (body: Buffer, most: number): Buffer => {
  const size = Math.ceil(most)
  const pieces: Buffer[] = []
  for (let at = 0; at < body.length; at += size) {
    const piece = body.subarray(at, at + size)
    pieces.push(Buffer.from(`${piece.length.toString(16)}\r\n`), piece, Buffer.from('\r\n'))
  }
  return Buffer.concat([...pieces, Buffer.from('0\r\n\r\n')])
}

const quoted = (text: string) => `'${text.replaceAll("'", `'\\''`)}'`
let folder: string | null = null
let files = 0

/** Returns the request as a shell command. Writes binary and long bodies to a file. */
export const curlLine = ({ method, target, headers, body }: Request, url: string): string => {
  const parts = ['curl', '-sS', '-i', '--path-as-is', '-X', quoted(method)]
  for (const [name, value] of headers)
    if (!['host', 'content-length'].includes(name.toLowerCase()) || value === '')
      parts.push('-H', quoted(`${name}: ${value}`))
  if (body !== null) {
    const isText = body.length < 2_000 && /^[\t\n\r\x20-\x7e]*$/.test(body.toString('latin1'))
    if (isText) parts.push('--data-binary', quoted(body.toString()))
    else {
      folder ??= mkdtempSync(join(tmpdir(), 'facet-fuzz-'))
      const file = join(folder, `body-${++files}`)
      writeFileSync(file, body)
      parts.push('--data-binary', `@${file}`)
    }
  }
  return [...parts, quoted(url + target)].join(' ')
}
