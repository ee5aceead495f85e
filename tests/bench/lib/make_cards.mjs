import { mkdirSync } from 'node:fs'
import { writeFile } from 'node:fs/promises'
import { availableParallelism } from 'node:os'
import { join } from 'node:path'
import { crc32 } from 'node:zlib'
import sharp from 'sharp'

const [width, height] = [400, 600]
const filesPerFolder = 500

/** Writes cards as PNG files, in folders below `folder`: V2 and V3 in turn, each with its own picture and texts. Returns their bytes. */
export async function makeCards(folder, count) {
  let next = 0
  let bytes = 0
  const write = async () => {
    for (let n = next++; n < count; n = next++) {
      const place = join(folder, String(Math.floor(n / filesPerFolder)))
      if (n % filesPerFolder === 0) mkdirSync(place, { recursive: true })
      const card = await cardOf(n)
      mkdirSync(place, { recursive: true })
      await writeFile(join(place, `card ${n}.png`), card)
      bytes += card.length
    }
  }
  await Promise.all(Array.from({ length: availableParallelism() }, write))
  return bytes
}

const cardOf = async (n) => {
  const picture = await pictureOf(n)
  const isV3 = n % 2 === 1
  const card = {
    spec: isV3 ? 'chara_card_v3' : 'chara_card_v2',
    spec_version: isV3 ? '3.0' : '2.0',
    data: dataOf(n, isV3),
  }
  const text = Buffer.from(JSON.stringify(card)).toString('base64')
  const end = picture.length - 12
  return Buffer.concat([
    picture.subarray(0, end),
    ...(isV3 ? [chunk('ccv3', text)] : []),
    chunk('chara', text),
    picture.subarray(end),
  ])
}

/** Draws enlarged colored noise, whose file is about as large as that of a portrait of this size. */
const pictureOf = (n) => {
  const random = dice(n + 1)
  const raw = Buffer.from(Array.from({ length: 24 * 36 * 3 }, () => Math.floor(random() * 256)))
  return sharp(raw, { raw: { width: 24, height: 36, channels: 3 } })
    .resize(width, height, { kernel: 'cubic' })
    .png({ adaptiveFiltering: true })
    .toBuffer()
}

const dataOf = (n, isV3) => {
  const random = dice(n + 7)
  const words = (count) => Array.from({ length: count }, () => vocabulary[Math.floor(random() * vocabulary.length)])
  const text = (count) => `${words(count).join(' ')}.`
  return {
    name: `Card ${n} ${words(1)[0]}`,
    description: text(300),
    personality: text(40),
    scenario: text(40),
    first_mes: `{{user}}, ${text(100)}`,
    mes_example: `<START>\n{{user}}: ${text(20)}\n{{char}}: ${text(40)}`,
    creator_notes: text(30),
    system_prompt: '',
    post_history_instructions: '',
    alternate_greetings: Array.from({ length: n % 4 }, () => text(80)),
    tags: words(4),
    creator: `maker ${n % 97}`,
    character_version: '1.0',
    extensions: { talkativeness: '0.5', depth_prompt: { prompt: '', depth: 4, role: 'system' } },
    ...(isV3 && { group_only_greetings: [], creation_date: 1_700_000_000 + n }),
    ...(n % 5 === 0 && { character_book: bookOf(text, words) }),
  }
}

const bookOf = (text, words) => ({
  name: 'Lore',
  extensions: {},
  entries: Array.from({ length: 20 }, (_, at) => ({
    keys: words(2),
    content: text(40),
    enabled: true,
    insertion_order: at,
    extensions: {},
    ...(at % 2 === 0 && { use_regex: false }),
  })),
})

const chunk = (keyword, value) => {
  const body = Buffer.from(`tEXt${keyword}\0${value}`, 'latin1')
  const [length, check] = [Buffer.alloc(4), Buffer.alloc(4)]
  length.writeUInt32BE(body.length - 4)
  check.writeUInt32BE(crc32(body))
  return Buffer.concat([length, body, check])
}

/** Returns a random generator that is the same in each run. */
const dice = (seed) => {
  let state = seed >>> 0
  return () => {
    state = (state + 0x6d2b79f5) >>> 0
    let t = Math.imul(state ^ (state >>> 15), state | 1)
    t ^= t + Math.imul(t ^ (t >>> 7), t | 61)
    return ((t ^ (t >>> 14)) >>> 0) / 4_294_967_296
  }
}

const vocabulary = Array.from({ length: 3_000 }, (_, n) => `w${((n * 7_919) % 99_991).toString(36)}en`)
