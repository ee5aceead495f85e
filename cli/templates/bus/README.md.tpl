# bus-__name__

Messages between processes by __name__.

```ts
__camel__Bus({ host: 'broker.example', port: 4000 })
```

## Protocol

Lines of JSON over TCP: `publish`, `subscribe`, `unsubscribe` and `ping`. The broker answers each, in order.

After each connection the bus subscribes to all its subjects again, waits for the answers, and then tells the gap.

## Tests

`conformance.spec.ts` runs the kit, with the broker in `framing.ts`. Not tested with a real broker.
