import vine from '@vinejs/vine'
import { withMessages } from '#modules/kernel/validation'
import { imageAspects, imageModels } from '../../api.ts'

/** `PictureMaker` checks the prompt's content. */
export const pictureValidator = withMessages(
  vine.create({
    prompt: vine.string(),
    model: vine.enum(imageModels).optional(),
    aspect: vine.enum(imageAspects).optional(),
  }),
  {
    'prompt.required': 'Please enter a prompt for image generation',
    'prompt.string': 'The prompt must be text.',
    'model.enum': `The model must be one of ${imageModels.join(', ')}.`,
    'aspect.enum': `The aspect must be one of ${imageAspects.join(', ')}.`,
  }
)
