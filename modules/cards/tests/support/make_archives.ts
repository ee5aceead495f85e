import { bytesOf, uint32, type Content } from './bytes.ts'
import { makeJpeg } from './make_pictures.ts'
import { makePng } from './make_png.ts'
import { makeZip, type ZipEntry, type ZipOptions } from './make_zip.ts'
import { v3Card } from './sample_cards.ts'

export interface CharXOptions extends ZipOptions {
  card?: Content
  /** The assets by name. */
  assets?: Record<string, Content>
  /** Adds the files that RisuAI adds: `module.risum` and `x_meta`. */
  hasRisuExtras?: boolean
  more?: readonly ZipEntry[]
}

/** Returns a card whose main icon is in the archive. */
export const cardWithAsset = () => {
  const card = v3Card()
  card.data.assets = [{ type: 'icon', uri: 'embeded://assets/icon/images/main.png', name: 'main', ext: 'png' }]
  return card
}

export const makeCharX = ({ card, assets, hasRisuExtras, more = [], ...options }: CharXOptions = {}): Buffer => {
  const files = assets ?? { 'assets/icon/images/main.png': makePng() }
  return makeZip(
    [
      ...Object.entries(files).map(([name, content]) => ({ name, content, isStored: true })),
      ...(hasRisuExtras
        ? [
            { name: 'module.risum', content: makeRisum({ type: 'risuModule', module: { name: 'm', id: '1' } }) },
            { name: 'x_meta/main.json', content: { type: 'PNG', prompt: 'a private prompt' } },
          ]
        : []),
      // Programs that stream an archive write the card last.
      { name: 'card.json', content: card ?? cardWithAsset() },
      ...more,
    ],
    options
  )
}

/** Returns CharX behind a JPEG, as RisuAI writes it. */
export const makeJpegCharX = async (options: CharXOptions = {}): Promise<Buffer> =>
  makeCharX({ offsetsFrom: 'file', ...options, prefix: options.prefix ?? (await makeJpeg()) })

export interface ByafOptions {
  manifest?: object
  character?: object
  scenarios?: object[]
  more?: readonly ZipEntry[]
}

/** Returns an archive of Backyard, according to its schema. */
export const makeByaf = ({ manifest, character, scenarios = [{}], more = [] }: ByafOptions = {}): Buffer => {
  const date = '2025-06-12T19:03:56.885Z'
  const entry = (name: string, content: Content): ZipEntry => ({ name, content, isStored: true })
  return makeZip([
    entry('manifest.json', {
      schemaVersion: 1,
      createdAt: date,
      author: { name: 'ada', backyardURL: '' },
      characters: ['characters/mira/character.json'],
      scenarios: scenarios.map((_, index) => `scenarios/scenario${index + 1}.json`),
      ...manifest,
    }),
    entry('characters/mira/images/avatar.png', makePng()),
    entry('characters/mira/character.json', {
      schemaVersion: 1,
      id: 'mira',
      name: 'Mira',
      displayName: 'Mira of the Lighthouse',
      isNSFW: false,
      persona: '{character} keeps a lighthouse.',
      createdAt: date,
      updatedAt: date,
      loreItems: [{ key: 'lamp, light', value: 'The lamp is old.' }],
      images: [{ path: 'images/avatar.png', label: '' }],
      ...character,
    }),
    ...scenarios.map((scenario, index) =>
      entry(`scenarios/scenario${index + 1}.json`, {
        schemaVersion: 1,
        narrative: 'A storm is coming.',
        formattingInstructions: '',
        firstMessages: [{ characterID: 'mira', text: 'Come in, {user}!' }],
        exampleMessages: [],
        messages: [],
        ...scenario,
      })
    ),
    ...more,
  ])
}

/** Returns RisuAI's module file, with a substitution that changes nothing. Real files use another, fixed substitution. */
export const makeRisum = (module: Content, assets: readonly Uint8Array[] = []): Buffer => {
  const body = bytesOf(module)
  return Buffer.concat([
    Buffer.from([0x6f, 0]),
    uint32(body.length),
    body,
    ...assets.flatMap((asset) => [Buffer.from([1]), uint32(asset.length), asset]),
    Buffer.from([0]),
  ])
}

/** Returns a plain archive of files. */
export const makeZipOf = (files: Record<string, Content>): Buffer =>
  makeZip(Object.entries(files).map(([name, content]) => ({ name, content })))
