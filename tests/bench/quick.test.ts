/** The benchmarks run from start to end in a tiny size; their limits are judged by `npm run test:bench` only. */
import { execFile } from 'node:child_process'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { expect, inject, it } from 'vitest'
import { firstDataOf } from '../support/first-data.ts'

const root = join(import.meta.dirname, '../..')

it('runs every benchmark in its quick form', { timeout: 300_000 }, async () => {
  const { stdout } = await promisify(execFile)(process.execPath, ['tests/bench/run.mjs', '--quick'], {
    cwd: root,
    env: {
      ...process.env,
      TABLEWRIGHT_BENCH_POSTGRES: inject('postgres'),
      TABLEWRIGHT_BENCH_FIRST_DATA: await firstDataOf({}),
    },
  })
  expect(stdout).toContain('list of 2000 products, indexed filter: ratio')
  expect(stdout).toContain('export, times a stream written by hand')
  expect(stdout).toContain('upload, ratio to a copy through the same parser')
  expect(stdout).toContain('SHA-1, ratio to the library on one buffer')
  expect(stdout).toContain('add with 32 connections, ratio')
  expect(stdout).toContain('sign-in page, JavaScript gzip')
  expect(stdout).toContain('list under rights and a data limit')
  expect(stdout).toContain('member sign-ins, ratio to comparing passwords only')
  expect(stdout).toContain('sign-in page of members, JavaScript gzip')
  expect(stdout).toContain('sign-in refused, unknown account against a known one')
  expect(stdout).toContain('member recovery, unknown address against a known one')
  expect(stdout).toContain('PostgreSQL: lists beside six searches of the history')
  expect(stdout).toContain('PostgreSQL: page 30 of the history, times the first')
  expect(stdout).toContain('PostgreSQL: export of 600 movements, first byte')
  expect(stdout).toContain('PostgreSQL: dashboard, times that on 600 movements')
  expect(stdout).toContain('PostgreSQL: import that edits, times the same without notes')
  expect(stdout).toContain('PostgreSQL: audits, ratio')
  expect(stdout).toContain('longest wait of a writer meanwhile')
  expect(stdout).toContain('generate 3 copies')
  expect(stdout.trimEnd().split('\n').at(-1)).toBe('every benchmark ran')
})
