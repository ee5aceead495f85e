import { inject } from '@adonisjs/core'
import type { HttpContext } from '@adonisjs/core/http'
import { sendJson } from '#modules/kernel/send_json'
import type { CharacterVersion, CharacterVersionDetails } from '../../api.ts'
import { Gallery } from '../../index.ts'
import { EditCharacter } from '../actions/edit_character.ts'
import { CharacterVersions } from '../queries/character_versions.ts'
import { refuse } from './refusals.ts'
import { sendCharacter } from './send_character.ts'

/** The versions of a character. Its owner and admins read them, its owner restores them. */
@inject()
export default class VersionsController {
  constructor(
    private readonly gallery: Gallery,
    private readonly versions: CharacterVersions,
    private readonly editCharacter: EditCharacter
  ) {}

  async index(ctx: HttpContext) {
    return (await this.#list(ctx)) ?? undefined
  }

  async show(ctx: HttpContext) {
    const versions = await this.#list(ctx)
    if (!versions) return
    const version = versions.find(({ number }) => number === numberOf(ctx))
    const texts = version && (await this.versions.read(ctx.params.id, version.number))
    return texts
      ? sendJson(ctx, { ...version, texts } satisfies CharacterVersionDetails)
      : refuse(ctx, 'unknown_version')
  }

  async restore(ctx: HttpContext) {
    const { id } = ctx.params
    const viewer = ctx.auth.getUserOrFail()
    const restored = await this.editCharacter.restore(id, numberOf(ctx), viewer)
    if (!restored.ok) return refuse(ctx, { ...restored.failure, verb: 'edit', things: 'changes' })
    return sendCharacter(ctx, await this.gallery.findDetails(id, { ...viewer, limitlessEnabled: true }))
  }

  /** Returns null if the caller may not see the versions. The response then explains why. */
  async #list(ctx: HttpContext): Promise<CharacterVersion[] | null> {
    const viewer = ctx.auth.getUserOrFail()
    const view = await this.gallery.find(ctx.params.id, { ...viewer, limitlessEnabled: true })
    const versions = view && (await this.versions.list(ctx.params.id))
    if (!versions) return (refuse(ctx, 'unknown'), null)
    if (view.character.createdBy === viewer.id || viewer.isAdmin) return versions
    refuse(ctx, 'not_your_versions')
    return null
  }
}

/** Returns the version number in the path. Returns zero, which no version has, for an invalid number. */
const numberOf = ({ params }: HttpContext): number => (/^[1-9]\d{0,5}$/.test(params.number) ? Number(params.number) : 0)
