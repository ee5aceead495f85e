/** The helplines that chats show to people who write that they want to harm themselves. HELP_LINES_FILE replaces ours. */
import { createHmac } from 'node:crypto'
import { readFileSync } from 'node:fs'
import type { HelpLine, HelpSettings } from '#modules/chat/index'
import age from './age.ts'
import env, { appKey, refuse } from './env.ts'
import judges from './moderation.ts'

/** `url` is the site of the line, and the source of its number. */
const ours: readonly HelpLine[] = [
  { country: 'AT', name: 'TelefonSeelsorge', phone: '142', url: 'https://www.telefonseelsorge.at' },
  { country: 'AU', name: 'Lifeline', phone: '13 11 14', url: 'https://www.lifeline.org.au' },
  { country: 'BR', name: 'CVV', phone: '188', url: 'https://cvv.org.br' },
  { country: 'CA', name: '9-8-8: Suicide Crisis Helpline', phone: '988', url: 'https://988.ca' },
  { country: 'CH', name: 'Die Dargebotene Hand', phone: '143', url: 'https://www.143.ch' },
  { country: 'DE', name: 'TelefonSeelsorge', phone: '0800 111 0 111', url: 'https://www.telefonseelsorge.de' },
  { country: 'ES', name: 'Línea 024', phone: '024', url: 'https://www.sanidad.gob.es/linea024/home.htm' },
  { country: 'FR', name: '3114', phone: '3114', url: 'https://3114.fr' },
  { country: 'GB', name: 'Samaritans', phone: '116 123', url: 'https://www.samaritans.org' },
  { country: 'IE', name: 'Samaritans', phone: '116 123', url: 'https://www.samaritans.org/ireland' },
  { country: 'IT', name: 'Telefono Amico Italia', phone: '02 2327 2327', url: 'https://www.telefonoamico.it' },
  { country: 'JP', name: 'よりそいホットライン', phone: '0120-279-338', url: 'https://www.since2011.net/yorisoi' },
  { country: 'KR', name: '자살예방 상담전화', phone: '109', url: 'https://www.129.go.kr/109' },
  { country: 'NZ', name: '1737', phone: '1737', url: 'https://1737.org.nz' },
  { country: 'PL', name: 'Centrum Wsparcia', phone: '800 70 2222', url: 'https://centrumwsparcia.pl' },
  { country: 'PT', name: 'SOS Voz Amiga', phone: '213 544 545', url: 'https://www.sosvozamiga.org' },
  { country: 'US', name: '988 Suicide & Crisis Lifeline', phone: '988', url: 'https://988lifeline.org' },
  { country: null, name: 'Find A Helpline', phone: null, url: 'https://findahelpline.com' },
]

const bytesMax = 100_000
const linesMax = 500

const isText = (value: unknown, max: number): value is string =>
  typeof value === 'string' && value.trim() !== '' && value.length <= max

const isLine = (value: unknown): value is HelpLine => {
  const { country, name, phone, url } = (value ?? {}) as Record<string, unknown>
  return (
    (country === null || (typeof country === 'string' && /^[A-Z]{2}$/.test(country))) &&
    isText(name, 100) &&
    (phone === null || isText(phone, 40)) &&
    isText(url, 500) &&
    /^https?:$/.test(URL.parse(url)?.protocol ?? '')
  )
}

const read = (file: string): unknown => {
  const text = readFileSync(file, 'utf8')
  return text.length <= bytesMax ? JSON.parse(text) : null
}

const load = (): readonly HelpLine[] => {
  const file = env.get('HELP_LINES_FILE')
  if (!file) return ours
  try {
    const lines = read(file)
    if (Array.isArray(lines) && lines.length > 0 && lines.length <= linesMax && lines.every(isLine)) return lines
  } catch {
    // Refused below.
  }
  refuse([
    `HELP_LINES_FILE can't be used: ${file} must be a JSON list as docs/operate.md shows, of up to ${linesMax} lines and ${bytesMax / 1_000} kB`,
  ])
  return []
}

const moderation = env.get('HELP_MODERATION') || null
if (moderation && judges.judges === null)
  refuse(['HELP_MODERATION needs a provider in MODERATION, such as openai-compatible'])

export default {
  lines: load().map(({ country, name, phone, url }) => ({ country, name, phone, url })),
  countryHeader: age.countryHeader,
  /** Hashes the people who were offered help, because each is counted once a day. */
  key: createHmac('sha256', appKey()).update('offers of help').digest('hex'),
  /** As the privacy page names it. Messages of chats are sent to it only while the page does. */
  moderation,
} satisfies HelpSettings
