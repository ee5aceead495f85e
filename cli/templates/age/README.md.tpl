# age-__name__

Verifies with __name__ that people are of age.

```ts
__camel__Age({ baseUrl: 'https://…', apiKey: '…' })
```

## Requests

- A check: `POST {baseUrl}/checks` with `id` and `returnUrl`, answered with `url` and `reference`.
- Its outcome: `GET {baseUrl}/checks/{reference}`, answered with `state`: `passed`, `failed` or anything else for a check that goes on.

The vendor gets a random id and the address to return to. Of its answer, only the state is read.

## Errors

Classified by status (`http_failure.ts` of the contract).

## Tests

`conformance.spec.ts` runs the kit, with the wire format in `framing.ts`. Not tested with the real vendor.
