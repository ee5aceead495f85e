import { BaseSchema } from '@adonisjs/lucid/schema'

/** Built-in characters and the tag that each gains. `tags` are those that it came with. */
const retagged: [name: string, tags: string[], added: string][] = [
  ['Ambrose Teague', ['Ghost', 'Cozy mystery', '1920s', 'Polite', 'Dark comedy', 'Gentleman'], 'Gay'],
  ['Dot Kowalewski', ['1920s', 'Stuntwoman', 'Banter', 'Bold', 'Historical', 'Detective'], 'Lesbian'],
  ['Prince Amadi of Ozara', ['Royalty', 'Arranged marriage', 'Playful', 'Fantasy', 'Charming', 'Slow burn'], 'Femboy'],
  ['Noor Zabelle', ['Captain', 'Treasure hunt', 'Desert', 'Bold', 'Banter', 'Post-apocalyptic'], 'Dominant'],
  ['Callum Strachan', ['Slow burn', 'Sea', 'Quiet', 'Craft', 'Second chances', 'Cozy'], 'Submissive'],
  ['Lou Holloway', ['Wolf', 'Non-human', 'Fairy tale', 'Found family', 'Wholesome', 'Deadpan'], 'Furry'],
  ['Fenwick Russet', ['Fox', 'Non-human', 'Salesman', 'Satire', 'Charming', 'Con artist'], 'Furry'],
  ['Gladys Velour', ['Rabbit', 'Non-human', 'Magic', 'Sarcastic', 'Theatre'], 'Furry'],
  ['Shima', ['Cat', 'Supernatural', 'Bureaucrat', 'Sarcastic', 'Slice of life', 'Wholesome'], 'Furry'],
  ['Ursin the Wakeful', ['Non-human', 'Cozy', 'Food', 'Gentle', 'Winter', 'Night'], 'Furry'],
  ['Tomek Wilczak', ['Calm', 'Comfort', 'Slice of life', 'Storyteller', 'City', 'Strangers to friends'], 'Cozy'],
  ['Bà Lan', ['Gardening', 'Neighbours', 'Food', 'Slice of life', 'Funny', 'Found family'], 'Cozy'],
  ['Dez Achterberg', ['Music', 'Night', 'Comfort', 'Radio', 'Gentle', 'Funny'], 'Cozy'],
  [
    'Anselm Whitcombe',
    ['Slice of life', 'Grief', 'Gentleman', 'Dry humour', 'Strangers to friends', 'Wholesome'],
    'Cozy',
  ],
]

/** Leaves characters whose tags were edited. Their owners may remove the added tag again. */
export default class extends BaseSchema {
  override async up() {
    for (const [name, tags, added] of retagged)
      this.schema.raw(`
        UPDATE characters SET tags = tags || ${list([added])}
        WHERE lower(name) = lower('${name}') AND tags = ${list(tags)} AND deleted_at IS NULL`)
  }

  override async down() {
    for (const [name, tags, added] of retagged)
      this.schema.raw(`
        UPDATE characters SET tags = ${list(tags)}
        WHERE lower(name) = lower('${name}') AND tags = ${list([...tags, added])} AND deleted_at IS NULL`)
  }
}

const list = (tags: string[]) => `ARRAY[${tags.map((tag) => `'${tag}'`).join(', ')}]`
