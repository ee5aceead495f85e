import { chance } from '../solid/vector.ts'
import { circle, round } from './canvas.ts'

/** A jagged skyline from edge to edge, closed along the bottom. */
export const ridge = (
  width: number,
  bottom: number,
  y: number,
  height: number,
  seed: number,
  rough = 0.52,
  depth = 7
) => {
  const random = chance(seed)
  let points = [random() - 0.5, random() - 0.5]
  for (let step = 0, reach = 1; step < depth; step++, reach *= rough) {
    points = points.flatMap((point, index) => {
      const next = points[index + 1]
      return next === undefined ? [point] : [point, (point + next) / 2 + (random() - 0.5) * reach]
    })
  }
  const step = width / (points.length - 1)
  return `M0 ${bottom}${points.map((point, index) => `L${round(index * step)} ${round(y + point * height)}`).join('')}L${width} ${bottom}Z`
}

/** A rolling skyline from edge to edge, closed along the bottom. */
export const hills = (width: number, bottom: number, y: number, height: number, seed: number, waves = 3) => {
  const random = chance(seed)
  const parts = [1, 2, 3].map((n) => ({
    pace: (waves * n * (0.8 + random() * 0.4) * Math.PI) / width,
    phase: random() * 7,
    size: height / n / 2,
  }))
  let d = `M0 ${bottom}`
  for (let x = 0; x <= width; x += width / 64)
    d += `L${round(x)} ${round(y + parts.reduce((sum, { pace, phase, size }) => sum + Math.sin(x * pace + phase) * size, 0))}`
  return `${d}L${width} ${bottom}Z`
}

export const stars = (count: number, width: number, height: number, seed: number, colour = '#fff') => {
  const random = chance(seed)
  return Array.from({ length: count }, () => {
    const size = random() ** 4
    return circle(
      round(random() * width),
      round(random() * height),
      round(0.5 + size * 1.9),
      colour,
      `opacity="${round(0.25 + random() * 0.7)}"`
    )
  }).join('')
}

/** Slanted streaks of rain. */
export const rain = (
  count: number,
  width: number,
  height: number,
  seed: number,
  colour: string,
  opacity: number,
  length = 34
) => {
  const random = chance(seed)
  let d = ''
  for (let i = 0; i < count; i++) {
    const far = 0.4 + random() * 0.6
    d += `M${round(random() * width * 1.1)} ${round(random() * height)}l${round(-length * 0.22 * far)} ${round(length * far)}`
  }
  return `<path d="${d}" stroke="${colour}" stroke-width="1.4" stroke-linecap="round" opacity="${opacity}" fill="none"/>`
}

/** A wisp of smoke or steam that winds upwards from a point. */
export const wisp = (
  x: number,
  y: number,
  height: number,
  sway: number,
  colour: string,
  width: number,
  opacity: number
) =>
  `<path d="M${x} ${y}c${sway} ${-height * 0.25} ${-sway} ${-height * 0.45} 0 ${-height * 0.62}s${sway * 0.8} ${-height * 0.25} ${sway * 0.2} ${-height * 0.38}" fill="none" stroke="${colour}" stroke-width="${width}" stroke-linecap="round" opacity="${opacity}"/>`
