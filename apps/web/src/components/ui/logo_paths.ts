/**
 * The geometry of the mark on a 32 × 32 grid: a gem whose right edge is a face in profile. `logo_mark.tsx` renders it;
 * `apps/web/brand/draw.mjs` writes it to image files.
 */
const points = {
  tableLeft: [9, 1.8],
  tableRight: [21, 1.8],
  forehead: [24.9, 8.2],
  brow: [23.4, 11.7],
  nose: [28.5, 17.7],
  underNose: [24.5, 19.1],
  lips: [25.4, 21.3],
  underLips: [23.6, 22.7],
  chin: [24, 26.1],
  culet: [19.4, 30.6],
  girdle: [2.6, 11.8],
  temple: [16, 10.2],
  cheek: [15.4, 18.8],
} as const

type Point = keyof typeof points

const path = (...names: Point[]) => `M${names.map((name) => points[name].join(' ')).join('L')}Z`

/** The outline; on its own it is the monochrome mark. */
export const logoOutline = path(
  'tableLeft',
  'tableRight',
  'forehead',
  'brow',
  'nose',
  'underNose',
  'lips',
  'underLips',
  'chin',
  'culet',
  'girdle'
)

/** The facets with their shades, 1 (lightest) to 6 (darkest): the `--gem-…` tokens. */
export const logoFacets: readonly (readonly [shade: 1 | 2 | 3 | 4 | 5 | 6, path: string])[] = [
  [2, path('tableLeft', 'tableRight', 'temple')],
  [1, path('tableRight', 'forehead', 'temple')],
  [2, path('forehead', 'brow', 'temple')],
  [3, path('temple', 'brow', 'nose', 'cheek')],
  [4, path('cheek', 'nose', 'underNose')],
  [5, path('cheek', 'underNose', 'lips', 'underLips')],
  [4, path('cheek', 'underLips', 'chin', 'culet')],
  [3, path('tableLeft', 'temple', 'girdle')],
  [5, path('girdle', 'temple', 'cheek')],
  [6, path('girdle', 'cheek', 'culet')],
]
