import { inject } from '@adonisjs/core'
import { PrivatePictures } from '#modules/imagegen/index'
import { fail, type Result } from '#modules/kernel/result'
import { limits } from '../../limits.ts'
import { ShortAnswers } from '../short_answers.ts'

const system =
  'You describe a picture for somebody who cannot see it. Say in at most three short sentences what it shows: who or what, where, and ' +
  'what happens. No opinion, no guesses about names, and no heading.'

/** Describes pictures by the model of the summaries, if that model sees. */
@inject()
export class DescribePicture {
  constructor(
    private readonly answers: ShortAnswers,
    private readonly files: PrivatePictures
  ) {}

  async run(userId: string, file: string): Promise<Result<string, 'sees_nothing' | 'is_spent' | 'not_described'>> {
    if (!this.answers.sees) return fail('sees_nothing')
    const bytes = await this.files.read(file, 'model')
    if (!bytes) return fail('not_described')
    const described = await this.answers.ask('description', {
      userId,
      system,
      content: 'Describe this picture.',
      pictures: [{ type: 'image/jpeg', base64: bytes.toString('base64') }],
      lengthMax: limits.pictureAltMax,
    })
    if (described.ok) return described
    return fail(described.failure === 'is_spent' ? 'is_spent' : 'not_described')
  }
}
