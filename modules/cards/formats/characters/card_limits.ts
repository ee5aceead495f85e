import { limits } from '#modules/gallery/api'

/** Limits of a character that comes from a card. Lengths are Unicode code points. */
export const cardLimits = {
  /** Also applies to the nickname. Longer names, creator's names and versions are shortened. The original keeps them in full. */
  nameMax: limits.nameMax,
  creatorNameMax: 200,
  versionMax: 100,
  teaserMax: limits.descriptionMax,
  backstoryMax: 100_000,
  /** Personality, scenario, first message, each greeting, examples, prompts, and notes in each language. */
  textMax: 50_000,
  /** Applies separately to alternate greetings and to greetings for groups. */
  greetingsMax: 300,
  depthNoteMax: 10_000,
  /** Counted in messages, from the end of a chat. */
  depthMax: 10_000,
  assetsMax: 1_000,
  assetNameMax: 200,
  /** The length of an asset's address. An address that contains the asset itself may be longer. */
  assetUriMax: 4_096,
  translationsMax: 100,
  /** Only the original keeps further or longer sources. */
  sourcesMax: 100,
  sourceMax: 2_000,
  /** Only the original keeps further or longer tags. */
  tagsMax: limits.tagsMax,
  tagMax: limits.tagMax,
  /** The number of lines in each list of a report. */
  reportLinesMax: 200,
  /** The number of items in a file that is a list. */
  listItemsMax: 10_000,
  /** The number of scenarios in a Backyard archive, or of chats in a Backyard card. */
  scenariosMax: 1_000,
  loreItemsMax: 10_000,
  loreTextMax: 100_000,
  yamlBytesMax: 1_048_576,
  /** Real characters have fewer than a hundred tokens. */
  yamlTokensMax: 5_000,
  yamlAliasesMax: 20,
  yamlDepthMax: 32,
} as const
