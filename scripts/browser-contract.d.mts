import type { Plugin } from 'vite'

export declare const browserContract: Plugin
