/**
 * Content rules for characters, shared by server, web app, CLI and import. Keep this file free of imports: the browser loads it, too.
 */

/** Matched anywhere in a text, ignoring case: 'scat' also matches 'scatter'. */
export const forbiddenWords: readonly string[] = [
  'piss',
  'vore',
  'scat',
  'gore',
  'pising',
  'pissing',
  'pissin',
  'scatt',
  'skat',
  'gory',
  'gorey',
]

/** Offered when creating a character. */
export const createCategories: readonly string[] = [
  'General',
  'Anime',
  'Fantasy',
  'Romance',
  'Adventure',
  'Sci-Fi',
  'Mystery',
  'Limitless',
]

/** Offered when editing a character, in addition to its current category. Every write accepts the categories of both lists. */
export const editCategories: readonly string[] = [
  'General',
  'Anime',
  'Fantasy',
  'Sci-Fi',
  'Romance',
  'Adventure',
  'Comedy',
  'Drama',
]

export const defaultCategory = 'General'

/** Characters of this category are always adult. */
export const adultCategory = 'Limitless'
