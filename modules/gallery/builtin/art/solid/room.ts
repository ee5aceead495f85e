import { box, place, sheet, type Material, type Mesh } from './mesh.ts'
import { light, type Vec } from './vector.ts'

/** A floor or ceiling from x to x and z to z, in so many tiles; each tile is coloured by itself when asked. */
export const ground = (
  [x0, x1]: readonly [number, number],
  [z0, z1]: readonly [number, number],
  y: number,
  [columns, rows]: readonly [number, number],
  material: Material,
  tile?: (column: number, row: number) => string,
  rise: (x: number, z: number) => number = () => 0
): Mesh => {
  const mesh = sheet(
    (u, v) => {
      const [x, z] = [x0 + (x1 - x0) * u, z0 + (z1 - z0) * v]
      return [x, y + rise(x, z), z]
    },
    [columns, rows],
    material
  )
  return tile ? tiled(mesh, columns, tile) : mesh
}

/** Gives every square of a grid its own colour. */
const tiled = (mesh: Mesh, columns: number, tile: (column: number, row: number) => string): Mesh => {
  const points: Vec[] = []
  const colours: Vec[] = []
  const triangles = mesh.triangles.map((triangle, n): [number, number, number] => {
    const square = Math.floor(n / 2)
    const colour = light(tile(square % columns, Math.floor(square / columns)))
    const first = points.length
    for (const corner of triangle) {
      points.push(mesh.points[corner]!)
      colours.push(colour)
    }
    return [first, first + 1, first + 2]
  })
  return { ...mesh, points, triangles, colours }
}

/** An upright wall between two points of the floor. */
export const wall = (
  [ax, az]: readonly [number, number],
  [bx, bz]: readonly [number, number],
  [low, high]: readonly [number, number],
  [columns, rows]: readonly [number, number],
  material: Material,
  tile?: (column: number, row: number) => string
): Mesh => {
  const mesh = sheet(
    (u, v) => [ax + (bx - ax) * u, low + (high - low) * v, az + (bz - az) * u],
    [columns, rows],
    material
  )
  return tile ? tiled(mesh, columns, tile) : mesh
}

/** A box by its middle and size, turned about the upright axis. */
export const block = (at: Vec, size: Vec, material: Material, turn = 0, tilt = 0): Mesh =>
  place(box(size, material), at, [0, turn, tilt])

/** A beam of square timber between two points. */
export const beam = (a: Vec, b: Vec, thick: number, material: Material): Mesh => {
  const [dx, dy, dz] = [b[0] - a[0], b[1] - a[1], b[2] - a[2]]
  const flat = Math.hypot(dx, dz)
  const pitch = (-Math.atan2(dy, flat) * 180) / Math.PI
  const yaw = (Math.atan2(dx, dz) * 180) / Math.PI
  return place(
    box([thick, thick, Math.hypot(flat, dy)], material),
    [(a[0] + b[0]) / 2, (a[1] + b[1]) / 2, (a[2] + b[2]) / 2],
    [pitch, yaw, 0]
  )
}
