import { test } from '@japa/runner'
import { readBuiltInSet } from '#modules/gallery/src/built_in/content'
import { newAssets } from '../src/exports/card_assets_plan.ts'

test.group('Assets of an exported card', () => {
  test('name the format that a picture of the fifty has', ({ assert }) => {
    const { avatar, background } = readBuiltInSet('fifty')[0]!
    const [, place] = newAssets({ avatar, background, assets: [] }, 'charx', 'png', [])
    assert.deepInclude(place, { ext: 'webp', uri: 'embeded://assets/background/images/main.webp', address: background })
  })
})
