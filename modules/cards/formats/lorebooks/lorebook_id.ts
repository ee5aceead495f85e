import type { JsonDocument } from '../json/json_document.ts'

/** Returns the path of the id of the lorebook that Facet exported as a file. */
export const lorebookIdPath = (document: JsonDocument): string[] => {
  const isV3 = document.find(['spec']) !== null && document.find(['data'])?.kind === 'object'
  return [...(isV3 ? ['data'] : []), 'extensions', 'facet', 'id']
}
