/**
 * Properties are tried with the same values in every run, so that a failure says something about the change at hand.
 */
import fc from 'fast-check'

const seed = process.env['TABLEWRIGHT_TEST_SEED'] ?? '20260101'
// The long runs look for what the same values never show; a failure reports the seed.
if (seed !== 'random') fc.configureGlobal({ seed: Number(seed) })
