import { failure, type Walk } from '../support/walk.ts'
import type { Screen } from './screen.ts'

const open = async ({ page }: Walk) => {
  await page.goto('/ai-image-generator')
  await page.getByText('No pictures yet').waitFor()
}

const quick = ({ page }: Walk) => page.getByRole('button', { name: 'Mountain lake' }).click()
const generate = ({ page }: Walk) => page.getByRole('button', { name: 'Generate Image' }).click()
const picture = ({ page }: Walk) => page.getByRole('button', { name: /^Select: / }).first()

/** An existing picture, so that the response is immediate. */
const drawn = { json: { imageUrl: '/pictures/builtin/noor-avatar.webp' } }

export const imageGenerator: Screen = {
  name: 'image generator',
  row: 'imageGenerator',
  who: 'member',
  states: {
    empty: { isWhole: true, bring: open },
    loading: {
      bring: async (walk) => {
        await walk.hold('/api/generate-image')
        await quick(walk)
        await generate(walk)
        await walk.page.getByRole('progressbar', { name: 'Generating your picture' }).waitFor()
      },
    },
    failed: {
      bring: async (walk) => {
        await walk.page.getByRole('button', { name: 'Cancel' }).click()
        await walk.page.getByRole('progressbar').waitFor({ state: 'detached' })
        await walk.answer('/api/generate-image', failure)
        await generate(walk)
        await walk.page.getByRole('main').getByRole('alert').waitFor()
      },
    },
    'no prompt': {
      bring: async (walk) => {
        await walk.page.getByRole('textbox', { name: 'Prompt' }).fill('  ')
        await generate(walk)
        await walk.page.getByRole('main').getByText('Please enter a prompt for image generation').waitFor()
      },
    },
    done: {
      isWhole: true,
      bring: async (walk) => {
        await walk.answer('/api/generate-image', drawn)
        await quick(walk)
        await generate(walk)
        await picture(walk).click()
        await walk.page.getByRole('main').getByRole('link', { name: 'Create a character' }).waitFor()
      },
    },
  },
  notices: {
    open: async (walk) => {
      await walk.page.evaluate('sessionStorage.clear()')
      await open(walk)
    },
    all: [
      {
        texts: ['Error', 'Please enter a prompt for image generation'],
        act: async (walk) => {
          await walk.page.getByRole('textbox', { name: 'Prompt' }).fill('')
          await generate(walk)
        },
      },
      {
        texts: ['Error', 'Failed to generate image'],
        act: async (walk) => {
          await walk.answer('/api/generate-image', failure)
          await quick(walk)
          await generate(walk)
        },
      },
      {
        texts: ['Image generated successfully!'],
        act: async (walk) => {
          await walk.answer('/api/generate-image', drawn)
          await generate(walk)
        },
      },
      {
        texts: ['Copied', 'Image URL copied to clipboard'],
        act: async (walk) => {
          await walk.visitor.context.grantPermissions(['clipboard-read', 'clipboard-write'])
          await walk.page.getByRole('button', { name: 'Copy URL' }).first().click()
        },
      },
      {
        texts: ['Error', 'Failed to download image'],
        act: async (walk) => {
          await walk.cut(/\/pictures\/builtin\/[\w.-]+/)
          await walk.page.getByRole('button', { name: 'Download' }).first().click()
        },
      },
    ],
  },
  stops: 20,
}
