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

/** The model of an engine with all options. */
const engine = {
  json: [
    {
      model: 'dreamshaper-xl.safetensors [0123abcd]',
      name: 'dreamshaper-xl',
      provider: 'our image engine',
      note: null,
      cost: 5,
      tellsProgress: true,
      options: [
        { id: 'negativePrompt', kind: 'text' },
        { id: 'size', kind: 'number', min: 256, max: 1536, step: 64, default: 1024 },
        { id: 'steps', kind: 'number', min: 1, max: 60, step: 1, default: 25 },
        { id: 'guidance', kind: 'number', min: 1, max: 25, step: 0.5 },
        { id: 'seed', kind: 'number', min: 0, max: 2_147_483_647, step: 1 },
        { id: 'sampler', kind: 'choice', choices: ['Euler a', 'DPM++ 2M Karras'] },
      ],
    },
  ],
}

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
        await walk.page.getByRole('button', { name: 'Stop' }).click()
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
    'no models': {
      bring: async (walk) => {
        await walk.answer('/api/image-models', failure)
        await walk.page.goto('/ai-image-generator')
        await walk.page.getByRole('main').getByRole('alert').waitFor()
      },
    },
    options: {
      isWhole: true,
      bring: async (walk) => {
        await walk.answer('/api/image-models', engine)
        await walk.page.goto('/ai-image-generator')
        await walk.page.getByText('More', { exact: true }).click()
        await walk.page.getByRole('spinbutton', { name: 'Steps' }).fill('61')
        await quick(walk)
        await generate(walk)
        await walk.page.getByText('Steps must be a whole number from 1 to 60.').first().waitFor()
      },
    },
    done: {
      isWhole: true,
      bring: async (walk) => {
        await open(walk)
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
