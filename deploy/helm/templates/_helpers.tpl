{{- define "locutor.name" -}}
{{- .Release.Name | trunc 50 | trimSuffix "-" -}}
{{- end -}}

{{- define "locutor.selector" -}}
app.kubernetes.io/name: locutor
app.kubernetes.io/instance: {{ .Release.Name }}
{{- end -}}

{{- define "locutor.labels" -}}
{{ include "locutor.selector" . }}
app.kubernetes.io/version: {{ .Chart.AppVersion | quote }}
app.kubernetes.io/managed-by: {{ .Release.Service }}
helm.sh/chart: {{ .Chart.Name }}-{{ .Chart.Version }}
{{- end -}}

{{- define "locutor.image" -}}
{{ .Values.image.repository }}:{{ .Values.image.tag | default .Chart.AppVersion }}
{{- end -}}

{{/* What the "restricted" pod security standard asks for. */}}
{{- define "locutor.podSecurity" -}}
runAsNonRoot: true
runAsUser: 1000
runAsGroup: 1000
fsGroup: 1000
fsGroupChangePolicy: OnRootMismatch
seccompProfile: { type: RuntimeDefault }
{{- end -}}

{{- define "locutor.containerSecurity" -}}
allowPrivilegeEscalation: false
readOnlyRootFilesystem: true
capabilities: { drop: [ALL] }
{{- end -}}

{{/* What all pods have in common: who they are, where they may run. */}}
{{- define "locutor.podCommon" -}}
serviceAccountName: {{ include "locutor.name" . }}
automountServiceAccountToken: false
enableServiceLinks: false
terminationGracePeriodSeconds: {{ add .Values.shutdownSeconds 15 }}
securityContext:
  {{- include "locutor.podSecurity" . | nindent 2 }}
{{- with .Values.imagePullSecrets }}
imagePullSecrets:
  {{- toYaml . | nindent 2 }}
{{- end }}
{{- with .Values.nodeSelector }}
nodeSelector:
  {{- toYaml . | nindent 2 }}
{{- end }}
{{- with .Values.tolerations }}
tolerations:
  {{- toYaml . | nindent 2 }}
{{- end }}
{{- end -}}

{{- define "locutor.env" -}}
- { name: LOCUTOR_LOG_FORMAT, value: json }
- { name: LOCUTOR_SHUTDOWN_SECONDS, value: {{ .Values.shutdownSeconds | quote }} }
- { name: LOCUTOR_TOKEN_FILE, value: /run/secrets/locutor/token }
- { name: LOCUTOR_VOICEPRINT_KEYS_FILE, value: /run/secrets/locutor/voiceprint-keys }
{{- if eq .Values.mode "distributed" }}
- { name: LOCUTOR_DATABASE_URL_FILE, value: /run/secrets/locutor/database-url }
- { name: LOCUTOR_BUS_URL_FILE, value: /run/secrets/locutor/bus-url }
{{- end }}
{{- if .Values.models.existingClaim }}
- { name: LOCUTOR_MODELS_FETCH, value: never }
{{- end }}
{{- range $name, $value := .Values.settings }}
- { name: {{ printf "LOCUTOR_%s" $name }}, value: {{ $value | quote }} }
{{- end }}
{{- end -}}

{{- define "locutor.mounts" -}}
- { name: data, mountPath: /data }
- { name: models, mountPath: /models{{ if .Values.models.existingClaim }}, readOnly: true{{ end }} }
- { name: tmp, mountPath: /tmp }
- { name: secrets, mountPath: /run/secrets/locutor, readOnly: true }
{{- end -}}

{{- define "locutor.volumes" -}}
- name: tmp
  emptyDir: { sizeLimit: 1Gi }
- name: secrets
  secret: { secretName: {{ .Values.secrets.existingSecret }}, defaultMode: 0440 }
- name: models
  {{- if .Values.models.existingClaim }}
  persistentVolumeClaim: { claimName: {{ .Values.models.existingClaim }}, readOnly: true }
  {{- else }}
  emptyDir: { sizeLimit: {{ .Values.models.size }} }
  {{- end }}
{{- end -}}

{{/* Live, not ready: a server with a full queue is not ready, and restarting it would lose that queue. */}}
{{- define "locutor.probes" -}}
startupProbe:
  httpGet: { path: /health/live, port: http }
  periodSeconds: 5
  failureThreshold: 120
livenessProbe:
  httpGet: { path: /health/live, port: http }
  periodSeconds: 15
  timeoutSeconds: 5
  failureThreshold: 4
readinessProbe:
  httpGet: { path: /health/ready, port: http }
  periodSeconds: 5
  timeoutSeconds: 5
  failureThreshold: 2
{{- end -}}
