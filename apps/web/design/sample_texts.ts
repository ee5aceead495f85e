/** Texts that are hard on a layout. */
export const longWord = 'Donaudampfschifffahrtsgesellschaftskapitän'
export const longText =
  'She kept the light at Harrow Point for eleven winters, and in all that time only one ship ever answered, in a hand she knew.'
