import vine from '@vinejs/vine'
import { pageCursor, pageLimit, withMessages } from '#modules/kernel/validation'
import { imageAspects, imageLimits } from '../../api.ts'
import { decodePictureCursor } from '../queries/list_drawn_pictures_query.ts'

/** `PictureMaker` checks the prompt's content, the model and the options. */
export const pictureValidator = withMessages(
  vine.create({
    prompt: vine.string(),
    model: vine.string().optional(),
    aspect: vine.enum(imageAspects).optional(),
    options: vine.any().optional(),
    id: vine.string().uuid().optional(),
  }),
  {
    'prompt.required': 'Please enter a prompt for image generation',
    'prompt.string': 'The prompt must be text.',
    'model.string': 'The model must be text.',
    'aspect.enum': `The aspect must be one of ${imageAspects.join(', ')}.`,
  }
)

export const picturesPageValidator = vine.create({
  limit: pageLimit({ usual: imageLimits.listPage, max: imageLimits.listPageMax }),
  cursor: pageCursor(decodePictureCursor),
})
