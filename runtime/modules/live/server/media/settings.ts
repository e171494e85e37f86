/** Settings: whether lessons are recorded, and how much is kept for how long. */
import type { ModuleSetting } from 'tablewright/server'

export const recordingSettings = {
  live_recording: {
    type: 'switch',
    initial: true,
    title: { 'zh-cn': '允许录制课堂', en: 'Lessons may be recorded' },
    tip: {
      'zh-cn': '关闭后任何直播间都不录制。录制保存在本服务器。',
      en: 'Off, no room is recorded. Recordings stay on this server.',
    },
  },
  live_recording_gb: {
    type: 'number',
    initial: 50,
    minimum: 1,
    maximum: 100_000,
    title: { 'zh-cn': '录制占用空间上限（GB）', en: 'Room for recordings (GB)' },
    tip: {
      'zh-cn': '用满后停止录制，课堂继续。一小时约 0.6 GB。',
      en: 'Once it is full, recordings end and lessons go on. An hour takes about 0.6 GB.',
    },
  },
  live_recording_days: {
    type: 'number',
    initial: 180,
    minimum: 0,
    maximum: 36_500,
    isRetention: true,
    title: { 'zh-cn': '录制保留天数', en: 'Days for which recordings are kept' },
    tip: {
      'zh-cn': '更早的录制会被删除；0 表示一直保留。',
      en: 'Older recordings are deleted. 0 keeps them.',
    },
  },
} as const satisfies Readonly<Record<string, ModuleSetting>>
