import { expect, test } from 'vitest'
import { shopTexts } from './shop_texts.ts'

test('says that pictures cost rubies only if a model has a price', () => {
  for (const prices of [{}, { 'flux-schnell': 0 }] as Record<string, number>[])
    expect(JSON.stringify(shopTexts(prices)), JSON.stringify(prices)).not.toContain('picture')
  const { lead, text } = shopTexts({ 'flux-schnell': 0, 'sdxl-lightning': 5 })
  expect([lead, text]).toEqual([expect.stringContaining('for pictures.'), expect.stringContaining('pictures of some')])
})

test('says that reading aloud costs rubies only if it has a price', () => {
  expect(JSON.stringify(shopTexts({}, 0))).not.toContain('aloud')
  const { lead, title, text } = shopTexts({}, 2)
  expect(lead).toBe('Rubies pay for characters’ replies and for reading aloud.')
  expect(title).toBe('Only what a model makes costs rubies')
  expect(text).toContain('for lines that a model writes for you, and for reading aloud with this site’s voices.')
})
