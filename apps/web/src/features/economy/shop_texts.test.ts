import { expect, test } from 'vitest'
import { shopTexts } from './shop_texts.ts'

test('says that pictures cost rubies only if a model has a price', () => {
  for (const prices of [{}, { 'flux-schnell': 0 }] as Record<string, number>[])
    expect(JSON.stringify(shopTexts(prices)), JSON.stringify(prices)).not.toContain('picture')
  const { lead, text } = shopTexts({ 'flux-schnell': 0, 'sdxl-lightning': 5 })
  expect([lead, text]).toEqual([expect.stringContaining('for pictures.'), expect.stringContaining('pictures of some')])
})
