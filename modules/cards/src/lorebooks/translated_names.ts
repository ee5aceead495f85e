import { alsoReadsSpots, entrySpots, useProbabilitySpots } from './entry_spots.ts'

/** Names in files of any format whose values the fields of an entry hold. */
export const translatedNames: ReadonlySet<string> = new Set([
  ...[...Object.values(entrySpots), ...Object.values(alsoReadsSpots), useProbabilitySpots].flatMap(
    ({ v3, sillytavern }) => [...v3, ...sillytavern].map(({ name }) => name)
  ),
  ...'id uid addMemo add_memo displayIndex display_index'.split(' '),
  // RisuAI
  ...'secondkey insertorder alwaysActive extentions activationPercent'.split(' '),
  // Agnai
  ...'entry keywords secondaryKeys weight'.split(' '),
  // NovelAI
  ...'text displayName forceActivation'.split(' '),
  // KoboldAI
  ...'keyanti widisabled'.split(' '),
])
