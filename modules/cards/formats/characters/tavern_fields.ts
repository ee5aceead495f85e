/** The six fields of V1. */
export const v1Fields = ['name', 'description', 'personality', 'scenario', 'first_mes', 'mes_example'] as const

/** The fields of V1 to V3 that Facet reads. */
export const tavernFields: readonly string[] = [
  ...v1Fields,
  'creator_notes',
  'system_prompt',
  'post_history_instructions',
  'alternate_greetings',
  'group_only_greetings',
  'tags',
  'creator',
  'character_version',
  'extensions',
  'character_book',
  'nickname',
  'creator_notes_multilingual',
  'source',
  'assets',
]

/** Further copies that SillyTavern writes at the root, and the fields of `data` that they copy. */
export const sillyTavernCopies = [
  ['creatorcomment', 'creator_notes'],
  ['creator', 'creator'],
] as const
