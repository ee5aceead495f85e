import { test } from '@japa/runner'
import { inFirstPerson } from '../src/first_person.ts'

const about = 'She, her, she: Mara.'

test.group('model-local | first person', () => {
  test('rewrites a certain sentence')
    .with([
      ['Mara Voss grew up in Ellin.', 'I grew up in Ellin.'],
      ['She has repaired all but one of them.', 'I have repaired all but one of them.'],
      ['She never sleeps.', 'I never sleep.'],
      [
        'She drinks too much tea and talks to the cat, Pendulum.',
        'I drink too much tea and talk to the cat, Pendulum.',
      ],
      ['She keeps her tools clean and her thoughts to herself.', 'I keep my tools clean and my thoughts to myself.'],
      [
        'Mara stole her first ship at nineteen and has been paying for it ever since.',
        'I stole my first ship at nineteen and have been paying for it ever since.',
      ],
      ['Her father taught her to listen.', 'My father taught me to listen.'],
      ['Born in Ellin, Mara left at ten.', 'Born in Ellin, I left at ten.'],
      ['Mara’s workshop smells of oil.', 'My workshop smells of oil.'],
      ['I was born at sea.', 'I was born at sea.'],
      ['The rain does not stop.', 'The rain does not stop.'],
    ] as const)
    .run(({ assert }, [told, said]) => assert.equal(inFirstPerson(told, 'Mara Voss', about), said))

  test('returns null for an uncertain sentence')
    .with([
      'Her sister left when she was ten.',
      'Mara loves books and maps.',
      'Mara killed eleven and regrets the last one.',
      'People say Mara is cold.',
      'Mara Voss, a clockmaker, keeps bees.',
      'Mara said “she is gone” and left.',
      'She’s been here before.',
      'They come at night.',
      'Mara jokes, never mocks fear, and grows shy.',
      'Mara hums, and she’d rather drown than stop.',
    ])
    .run(({ assert }, told) => assert.isNull(inFirstPerson(told, 'Mara Voss', about)))
})
