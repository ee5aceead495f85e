/** The shelves of one chip each, in the order of the screen. */
export const moods = [
  { id: 'mood:cozy', title: 'Cozy and calm', chip: 'Cozy' },
  { id: 'mood:adventure', title: 'Ready for adventure', chip: 'Adventure' },
  { id: 'mood:mystery', title: 'Mysteries to solve', chip: 'Mystery' },
  { id: 'mood:comedy', title: 'Something funny', chip: 'Comedy' },
  { id: 'mood:slow-burn', title: 'Slow burns', chip: 'Slow burn' },
  { id: 'mood:wholesome', title: 'Wholesome', chip: 'Wholesome' },
] as const
