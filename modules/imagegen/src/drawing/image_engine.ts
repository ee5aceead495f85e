import { inject } from '@adonisjs/core'
import { Logger } from '@adonisjs/core/logger'
import { fail, ok, type Result } from '#modules/kernel/result'
import { asProviderError } from '#plugins/contract/errors'
import {
  imageModelsMax,
  type DrawnImage,
  type ImageModelInfo,
  type ImageOption,
  type ImageProgress,
  type ImageRequest,
  type ImageProvider,
} from '#plugins/contract/image'
import { Timers } from '#plugins/contract/timers'
import { withTimeout } from '#plugins/contract/with_timeout'
import { ImageSettings } from '../../index.ts'
import type { PictureMakeFailure } from '../picture_maker.ts'
import { logProviderFailure, toMakeFailure } from './provider_failure.ts'

/** How long a list of models is used before the provider is asked again. */
const listMs = 60_000
const listTimeoutMs = 10_000

/** The configured provider: its models, within the operator's bounds, and its pictures. */
@inject()
export class ImageEngine {
  #provider: Promise<ImageProvider> | null = null
  #listed: { models: readonly ImageModelInfo[]; at: number } | null = null
  #listing: Promise<Result<readonly ImageModelInfo[], PictureMakeFailure>> | null = null

  constructor(
    private readonly settings: ImageSettings,
    private readonly timers: Timers,
    private readonly logger: Logger
  ) {}

  /** The models on offer, the default one first. A list of less than a minute ago is used again, an older one if the provider fails. */
  models(): Promise<Result<readonly ImageModelInfo[], PictureMakeFailure>> {
    const { timers } = this
    if (this.#listed && timers.monotonicMs() - this.#listed.at < listMs) return Promise.resolve(ok(this.#listed.models))
    return (this.#listing ??= this.#list().finally(() => (this.#listing = null)))
  }

  /** Enforces an overall time limit, in addition to the provider's own. */
  draw(
    request: ImageRequest,
    signal: AbortSignal,
    onProgress?: (progress: ImageProgress) => void
  ): Promise<DrawnImage> {
    return withTimeout(this.settings.timeoutMs, signal, async (either) =>
      (await this.#opened()).draw(request, either, onProgress)
    )
  }

  async #list(): Promise<Result<readonly ImageModelInfo[], PictureMakeFailure>> {
    try {
      const listed = await withTimeout(listTimeoutMs, new AbortController().signal, async (signal) =>
        (await this.#opened()).models(signal)
      )
      const models = this.#offered(listed.slice(0, imageModelsMax))
      this.#listed = { models, at: this.timers.monotonicMs() }
      return ok(models)
    } catch (error) {
      const failure = asProviderError(error)
      logProviderFailure(this.logger, failure, {}, 'the models of the image provider could not be listed')
      return this.#listed ? ok(this.#listed.models) : fail(toMakeFailure(failure))
    }
  }

  /** A single model if the operator gave all of them the same one, under its name. */
  #offered(models: readonly ImageModelInfo[]): ImageModelInfo[] {
    const { modelName, bounds } = this.settings
    const offered = modelName === null ? models : models.slice(0, 1).map((model) => ({ ...model, name: modelName }))
    return offered.map((model) => ({ ...model, options: model.options.map((option) => bounded(option, bounds)) }))
  }

  #opened(): Promise<ImageProvider> {
    return (this.#provider ??= this.settings.open())
  }
}

/** Cuts an option to the operator's bounds, whatever the provider allows. */
const bounded = (option: ImageOption, { sideMax, stepsMax }: ImageSettings['bounds']): ImageOption => {
  if (option.id !== 'size' && option.id !== 'steps') return option
  const max = Math.min(option.max, option.id === 'size' ? sideMax : stepsMax)
  return { ...option, max, ...(option.default !== undefined && { default: Math.min(option.default, max) }) }
}
