@echo off
rem Start the ipw command of a download for Windows; the shell script ipw does it elsewhere.
rem Setting: IPW_JAVA_OPTIONS (further options of the Java runtime).
setlocal
set memory=
if "%~1"=="meter" set memory=-XX:+UseSerialGC -Xmx200m
"%~dp0runtime\bin\java.exe" -XX:-UsePerfData -Xlog:disable -Xlog:all=warning:stderr --sun-misc-unsafe-memory-access=allow ^
    -Dstdout.encoding=UTF-8 -Dstderr.encoding=UTF-8 %memory% %IPW_JAVA_OPTIONS% -jar "%~dp0ipw-cli.jar" %*
exit /b %ERRORLEVEL%
