/** The routes of the sandbox's cashier. */
import { arraySchema, defineRouteContract, objectSchema } from 'tablewright/protocol'

/** The cases that a tester can try with an order, in the order of the buttons. */
export const sandboxScenarios = [
  'pay',
  'fail',
  'late',
  'twice',
  'parallel',
  'reversed',
  'amount',
  'key',
  'old',
  'app',
  'cut',
] as const
export type SandboxScenario = (typeof sandboxScenarios)[number]

const text = { type: 'string' } as const
const sn = { type: 'string', maxLength: 32, pattern: '^[A-Za-z0-9]{20,32}$' } as const

/** `GET /api/pay.Sandbox/order?sn=…`: an order as the sandbox has it. */
export const sandboxOrder = defineRouteContract({
  path: 'pay.Sandbox/order',
  area: 'api',
  method: 'GET',
  input: objectSchema({ sn }),
  answer: objectSchema({
    sn: text,
    title: text,
    amount: text,
    state: { type: 'string', enum: ['open', 'paid', 'closed'] },
  }),
})

/** `POST /api/pay.Sandbox/play`: answers the status of each notification, 0 where the connection was cut. */
export const playSandbox = defineRouteContract({
  path: 'pay.Sandbox/play',
  area: 'api',
  method: 'POST',
  input: objectSchema({ sn, scenario: { type: 'string', maxLength: 16, enum: [...sandboxScenarios] } }),
  answer: objectSchema({
    state: { type: 'string', enum: ['open', 'paid', 'closed'] },
    answers: arraySchema({ type: 'integer' }),
  }),
})
