import { alsoReadsSpots, entrySpots, keptSpots, useProbabilitySpots } from './entry_spots.ts'

/** The names of fields, in any format, that an export doesn't need to keep. Facet reads their values or writes new values. */
export const translatedNames: ReadonlySet<string> = new Set([
  ...[
    ...Object.values(entrySpots),
    ...Object.values(alsoReadsSpots),
    ...Object.values(keptSpots),
    useProbabilitySpots,
  ].flatMap(({ v3, sillytavern }) => [...v3, ...sillytavern].map(({ name }) => name)),
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
