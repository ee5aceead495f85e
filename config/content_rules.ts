/**
 * Content rules for characters, shared by server, web app, CLI and import. This file must not import others, because browsers load it.
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

/** The categories offered when a user creates a character. */
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

/** The categories offered when a user edits a character, besides its current one. Every write accepts the categories of both lists. */
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
