import type { CardFields } from './card_fields.ts'
import { isFilled } from './json_object.ts'
import type { ReadingNotes } from './reading_notes.ts'

const script = 'scripts, never run'
const style = 'HTML or CSS, never shown'
const remote = 'remote files, never fetched'

/** Parts of extensions that have an effect in other apps. The reason tells the owner why Facet doesn't use them. */
const known: readonly [path: readonly string[], why: string][] = [
  [['tavern_helper'], script],
  [['TavernHelper_scripts'], script],
  [['risuai', 'customScripts'], script],
  [['risuai', 'triggerscript'], script],
  [['risuai', 'virtualscript'], script],
  [['risuai', 'backgroundHTML'], style],
  [['chub', 'custom_css'], style],
  [['chub', 'expressions'], remote],
  [['chub', 'alt_expressions'], remote],
  [['chub', 'background_image'], remote],
]

/** Reports every extension that the original keeps and Facet doesn't use. */
export const keepExtensions = (extensions: CardFields, notes: ReadingNotes): void => {
  for (const [path, why] of known) {
    const [first, second] = path
    const parent = second === undefined ? extensions : extensions.inner(first!)
    const key = second ?? first!
    if (parent && isFilled(parent.value(key))) notes.keep(parent.pathOf(key), why)
  }
  for (const key of ['chub', 'risuai']) if (isFilled(extensions.value(key))) notes.keep(extensions.pathOf(key))
  extensions.keepRest()
}
