/**
 * What a character may be and say. Server, web app, CLI and import read this one file.
 * Plain data: this file imports nothing, so that the browser may import it too.
 */

/** Looked for anywhere in a text, whatever the case, so 'scat' is found in 'scatter' too. */
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

/** As the form for a new character offers them. */
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

/** As the form for an existing one offers them, beside the category it has. Every write takes those of both forms. */
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

/** A character of this category is adult, whatever its own switch says. */
export const adultCategory = 'Limitless'
