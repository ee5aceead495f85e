import { deflateRawSync } from 'node:zlib'
import { base64Of } from './bytes.ts'
import { makeByaf, makeCharX, makeJpegCharX, makeRisum, makeZipOf } from './make_archives.ts'
import { makeExif } from './make_exif.ts'
import { makeJpeg, makeJpegCard, makeWebp, makeWebpCard } from './make_pictures.ts'
import { compressedTextChunk, internationalTextChunk, makePng, pngChunk, textChunk } from './make_png.ts'
import { makeZip } from './make_zip.ts'
import { awkwardCardText, chatLines, v1Card, v2Card, v3Card, yamlCard } from './sample_cards.ts'

/** Returns valid files by name, one of each format and variant. */
export const makeValidFiles = async (): Promise<Record<string, Buffer>> => {
  const v2 = JSON.stringify(v2Card())
  return {
    'v1.png': makePng({ chara: v1Card() }),
    'v2.png': makePng({ chara: v2Card() }),
    'v3.png': makePng({ chara: v2Card(), ccv3: v3Card() }),
    'awkward.png': makePng({ ccv3: awkwardCardText }),
    'animated.png': makePng({ chara: v2Card(), isAnimated: true }),
    'before_data.png': makePng({ before: [textChunk('Title', 'A title'), textChunk('Chara', base64Of(v2Card()))] }),
    'ztxt.png': makePng({ after: [compressedTextChunk('chara', base64Of(v2Card()))] }),
    'itxt.png': makePng({ after: [internationalTextChunk('chara', base64Of(v2Card()))] }),
    'itxt_packed.png': makePng({ after: [internationalTextChunk('ccv3', base64Of(v3Card()), true)] }),
    'risu_assets.png': makePng({ ccv3: v3Card(), after: [textChunk('chara-ext-asset_:0', base64Of(makePng()))] }),
    'novelai.png': makePng({ after: [textChunk('naidata', base64Of({ lorebookVersion: 5, entries: [] }))] }),
    'backyard.png': makePng({
      before: [pngChunk('eXIf', makeExif(base64Of({ version: 2, character: { aiName: 'Mira' } })))],
    }),
    'card.jpg': await makeJpegCard(v2Card()),
    'card.webp': await makeWebpCard(v2),
    'card_base64.webp': await makeWebpCard(v2, 'base64'),
    'card_numbers.webp': await makeWebpCard(v2, 'numbers'),
    'card.charx': makeCharX({ hasRisuExtras: true }),
    'streamed.charx': makeCharX({ isStreamed: true }),
    'card.jpeg': await makeJpegCharX(),
    'shifted.jpeg': await makeJpegCharX({ offsetsFrom: 'archive' }),
    'card.byaf': makeByaf({ scenarios: [{}, { title: 'Second' }] }),
    'cards.zip': makeZipOf({ 'a/v1.json': v1Card(), 'b.png': makePng({ chara: v2Card() }), 'c.charx': makeCharX() }),
    'v3.json': Buffer.from(JSON.stringify(v3Card(), null, 2)),
    'v3_utf16.json': Buffer.from(`\ufeff${JSON.stringify(v3Card())}`, 'utf16le'),
    'card.yaml': Buffer.from(yamlCard),
    'chat.jsonl': Buffer.from(chatLines),
  }
}

/** Returns files that must be refused, by name. None is larger than 2 MB, whatever it claims or inflates to. */
export const makeHostileFiles = async (): Promise<Record<string, Buffer>> => {
  const card = { name: 'card.json', content: v3Card() }
  const bomb = deflateRawSync(Buffer.alloc(70 * 1_048_576), { level: 9 })
  const plain = makeCharX()
  return {
    'empty.png': Buffer.alloc(0),
    'page.png': Buffer.from('<!DOCTYPE html><title>404</title>'),
    'no_card.png': makePng(),
    'no_card.jpg': await makeJpeg(),
    'no_card.webp': await makeWebp(),
    'claimed_length.png': makePng({ after: [textChunk('chara', 'AAAA', { claimedLength: 0x7fffffff })] }),
    'cut.png': makePng({ chara: v2Card() }).subarray(0, -20),
    'cut_base64.png': makePng({ after: [textChunk('chara', base64Of(v2Card()).replace(/.=*$/, '').slice(0, 401))] }),
    'encrypted_risu.png': makePng({ after: [textChunk('chara', 'rcc||rccv1||abc')] }),
    'chunk_bomb.png': makePng({ after: [compressedTextChunk('chara', Buffer.alloc(20 * 1_048_576, 0x41))] }),
    'cut.charx': plain.subarray(0, -30),
    'encrypted.charx': makeZip([{ ...card, isEncrypted: true }]),
    'two_cards.charx': makeZip([card, { ...card, content: v2Card() }]),
    'two_archives.charx': Buffer.concat([plain, makeCharX({ card: v2Card() })]),
    'second_end.charx': makeCharX({ comment: plain.subarray(-22) }),
    'bomb.charx': makeZip([{ ...card, packed: bomb, claimedBytes: 70 * 1_048_576 }]),
    'lying_bomb.charx': makeZip([{ ...card, packed: bomb }]),
    'voxta.zip': makeZipOf({ 'package.json': {}, 'Characters/a/character.json': {} }),
    'module.risum': makeRisum({ type: 'risuModule' }),
    'unknown.txt': Buffer.from('Dear diary'),
    'random.bin': Buffer.from([1, 2, 0, 3, 0, 0, 7]),
  }
}
