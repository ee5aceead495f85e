import { test } from '@japa/runner'
import { defaultWorkflow, Workflow, type WorkflowValues } from '../src/workflow.ts'

const values: WorkflowValues = {
  prompt: 'a lamp',
  negative_prompt: 'blur',
  seed: 7,
  width: 832,
  height: 1216,
  steps: 20,
  guidance: 6.5,
  model: 'dream.safetensors',
}
const workflowOf = (inputs: object) => new Workflow({ 1: { class_type: 'A', inputs: { text: '%prompt%', ...inputs } } })
const inputsOf = (workflow: Workflow, changes: Partial<WorkflowValues> = {}) =>
  (workflow.fill({ ...values, ...changes }) as any)[1].inputs

test.group('image-comfyui | workflow', () => {
  test('replaces placeholders in values and keeps numbers as numbers', ({ assert }) => {
    const workflow = workflowOf({ seed: '%seed%', size: ['%width%', '%height%'], name: 'x %seed% %negative_prompt%' })
    assert.deepEqual(inputsOf(workflow), { text: 'a lamp', seed: 7, size: [832, 1216], name: 'x 7 blur' })
    assert.isTrue(workflow.uses('seed'))
    assert.isFalse(workflow.uses('steps'))
  })

  test('never lets a prompt change the workflow')
    .with([
      '", "seed": 1, "x": "',
      '%seed% %prompt% %model%',
      '$& $1 $` \\" \\u0022',
      '__proto__',
      '\n\u2028',
      '{"class_type": "LoadImage"}',
    ])
    .run(({ assert }, prompt) => {
      const workflow = workflowOf({ text: 'best %prompt%, sharp', seed: 1 })
      assert.deepEqual(inputsOf(workflow, { prompt }), { text: `best ${prompt}, sharp`, seed: 1 })
    })

  test('leaves other signs of percent and the operator’s own graph unchanged', ({ assert }) => {
    const graph = { 1: { class_type: '%prompt%', inputs: { a: '100%', b: '%unknown%', c: [null, true, 0.5] } } }
    const before = JSON.stringify(graph)
    const filled = new Workflow(graph).fill(values) as any
    assert.deepEqual(filled[1].inputs, graph[1].inputs)
    assert.equal(JSON.stringify(graph), before)
  })

  test('refuses what is not in the API format or has no place for the prompt')
    .with([
      null,
      5,
      'x',
      [],
      {},
      { nodes: [], links: [] },
      { 1: { inputs: {} } },
      { 1: { class_type: 'A', inputs: {} } },
    ])
    .run(({ assert }, parsed) => {
      assert.throws(() => new Workflow(parsed), /workflow/)
    })

  test('uses every placeholder in the default workflow', ({ assert }) => {
    const workflow = new Workflow(defaultWorkflow)
    for (const name of Object.keys(values)) assert.isTrue(workflow.uses(name as keyof WorkflowValues), name)
    assert.notInclude(JSON.stringify(workflow.fill(values)), '%')
  })
})
