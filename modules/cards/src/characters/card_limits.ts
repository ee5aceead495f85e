import { limits } from '#modules/gallery/api'

/** Limits of a character that comes from a card. Lengths are Unicode code points. */
export const cardLimits = {
  /** Also of the nickname. Longer names are shortened, and so are the creator's name and the version; the original keeps them. */
  nameMax: limits.nameMax,
  creatorNameMax: 200,
  versionMax: 100,
  teaserMax: limits.descriptionMax,
  backstoryMax: 100_000,
  /** Personality, scenario, first message, each greeting, examples, prompts, and notes in each language. */
  textMax: 50_000,
  /** Alternate greetings, and as many for groups. */
  greetingsMax: 300,
  depthNoteMax: 10_000,
  /** In messages, from the end of a chat. */
  depthMax: 10_000,
  assetsMax: 1_000,
  assetNameMax: 200,
  /** The address of an asset, unless it holds the asset itself. */
  assetUriMax: 4_096,
  translationsMax: 100,
  /** Sources beyond these, and longer ones, stay in the original. */
  sourcesMax: 100,
  sourceMax: 2_000,
  /** Tags beyond these stay in the original. */
  tagsMax: limits.tagsMax,
  tagMax: limits.tagMax,
  /** Lines of each list of a report. */
  reportLinesMax: 200,
  /** Items of a list in one file. */
  listItemsMax: 10_000,
  /** Chats with their own setting, in one archive of Backyard. */
  scenariosMax: 1_000,
  loreItemsMax: 10_000,
  loreTextMax: 100_000,
  yamlBytesMax: 1_048_576,
  /** A real one has fewer than a hundred. */
  yamlTokensMax: 5_000,
  yamlAliasesMax: 20,
  yamlDepthMax: 32,
} as const
