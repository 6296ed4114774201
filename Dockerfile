# One image for every process: docs/operations.md says how they belong together.
FROM python:3.13-slim

ENV PYTHONUNBUFFERED=1 \
    PIP_NO_CACHE_DIR=1 \
    PIP_DISABLE_PIP_VERSION_CHECK=1 \
    PRODUCTION=1 \
    HOST=0.0.0.0 \
    PORT=8000

RUN useradd --system --create-home --shell /usr/sbin/nologin guildhall
WORKDIR /srv/guildhall

# The packages change less often than the code: a layer of their own.
COPY requirements.txt .
RUN python -m pip install --require-hashes -r requirements.txt

COPY . .
# The settings refuse production without secrets; these are used here and kept nowhere.
RUN SECRET_KEY=build ALLOWED_ORIGINS=https://build.invalid EMAIL_URL=consolemail:// \
    DATABASE_URL=postgresql://build.invalid/build REDIS_URL=redis://build.invalid \
    sh -c 'python manage.py messages --compile && python manage.py collectstatic --no-input'

USER guildhall
EXPOSE 8000
# The same image runs `worker` and `beat`.
CMD ["python", "-m", "config.processes.run", "web"]
