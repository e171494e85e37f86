// Made by tablewright generate from schemas/system/cloud_upload.json · do not edit · 5f07c4cf6404ab1e

import type { Transitions } from 'tablewright/protocol'

export const cloudUploadMachine = {
  states: {
    waiting: 'waiting',
    checking: 'checking',
    uploading: 'uploading',
    success: 'success',
    error: 'error',
    paused: 'paused',
    canceled: 'canceled',
  },
  initial: 'waiting',
  actions: {
    check: { from: ['waiting'], to: 'checking' },
    upload: { from: ['checking'], to: 'uploading' },
    succeed: { from: ['checking', 'uploading'], to: 'success' },
    fail: { from: ['waiting', 'checking', 'uploading'], to: 'error' },
    pause: { from: ['waiting', 'checking', 'uploading'], to: 'paused' },
    restart: { from: ['error', 'paused'], to: 'waiting' },
    cancel: { from: ['waiting', 'checking', 'uploading', 'error', 'paused'], to: 'canceled' },
  },
  deletable: ['success', 'error', 'canceled'],
} as const satisfies Transitions<string, string | number, string>

export type CloudUploadState = (typeof cloudUploadMachine.states)[keyof typeof cloudUploadMachine.states]
export type CloudUploadAction = keyof typeof cloudUploadMachine.actions
