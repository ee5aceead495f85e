import type { Place } from '../reading/vocabulary.ts'
import { paintCity } from './city.ts'
import { paintForest, shafts } from './forest.ts'
import { paintCave, paintClouds, paintSpace } from './heights.ts'
import { paintHall, paintRoom } from './indoors.ts'
import { flank, paintMountains, paintVolcano } from './mountains.ts'
import { paintDesert, paintMeadow, paintSnowfield } from './open_land.ts'
import type { Scene } from './scene.ts'
import { paintSky } from './sky.ts'
import { paintDeep, paintLake, paintSea } from './water.ts'

const withoutSky = new Set<Place>(['underwater', 'space', 'cave', 'hall'])

const painters: Record<Place, (scene: Scene) => void> = {
  mountains: paintMountains,
  forest: paintForest,
  sea: paintSea,
  lake: paintLake,
  city: paintCity,
  desert: paintDesert,
  space: paintSpace,
  room: paintRoom,
  library: paintRoom,
  hall: paintHall,
  meadow: paintMeadow,
  underwater: paintDeep,
  volcano: paintVolcano,
  snowfield: paintSnowfield,
  cave: paintCave,
  clouds: paintClouds,
  garden: paintMeadow,
}

export function paintPlace(scene: Scene): void {
  const { place } = scene
  if (!withoutSky.has(place)) paintSky(scene)
  painters[place](scene)
  if ((place === 'mountains' || place === 'lake') && !scene.isInset && scene.dice.chance(0.6)) flank(scene)
  if (place === 'forest' || place === 'underwater')
    shafts(place === 'forest' ? scene : { ...scene, light: [scene.light[0], -60] })
}
